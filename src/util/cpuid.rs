//! Which processor this program was built for, which one it runs on, and the guard that compares the two.
//!
//! A binary built for one processor and started on a lesser one must say so instead of dying of an illegal
//! instruction. Entry point: [`guard`], the first call of `main`. The standard library's detection macro cannot
//! serve: it takes every feature the binary was built with for granted, so CPUID is read here.
//!
//! Everything that [`guard`] runs is itself compiled for the greater processor, and with link-time optimisation so
//! is the standard library, whose own start-up then dies before `main`. The guard therefore runs as an initialiser
//! of the C runtime, before any other Rust code, calls nothing but the C library, and keeps to loads, stores,
//! single-bit tests and calls, for which the compiler has no use of newer instructions: the words of CPUID go
//! through atomics, which are never vectorised. `scripts/isa.sh` starts such binaries under an emulator.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU32, Ordering};

/// Where CPUID tells of a feature, as an index into [`WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Leaf 1, ECX.
    L1Ecx,
    /// Leaf 7, EBX.
    L7Ebx,
    /// Leaf 7, ECX.
    L7Ecx,
    /// Leaf 7, EDX.
    L7Edx,
    /// Leaf 7, subleaf 1, EAX.
    L7S1Eax,
    /// Leaf 8000_0001, ECX.
    ExtEcx,
    /// Which register files the operating system saves: one of [`ANY`], [`YMM`], [`ZMM`] each.
    State,
}

/// No register file beyond the baseline's is used; always set.
const ANY: u32 = 1;
/// The 256-bit registers.
const YMM: u32 = 2;
/// The 512-bit registers and the mask registers.
const ZMM: u32 = 4;

/// What the processor says, filled by [`read`].
static WORDS: [AtomicU32; 7] = [const { AtomicU32::new(0) }; 7];

/// One processor feature.
#[derive(Debug)]
struct Feature {
    /// Its name as the compiler spells it.
    name: &'static str,
    /// Where CPUID tells of it.
    word: Word,
    /// The one bit that does.
    mask: u32,
    /// Which registers it works on.
    state: u32,
    /// Whether this binary may use it anywhere.
    built: bool,
}

macro_rules! features {
    ($($name:tt $word:ident $bit:literal $state:ident;)*) => {
        &[$(Feature {
            name: $name,
            word: Word::$word,
            mask: 1 << $bit,
            state: $state,
            built: cfg!(target_feature = $name),
        }),*]
    };
}

/// Every feature above the x86-64 baseline that the compiler uses by itself or that a kernel might ask for.
///
/// Features used only by those who name them and of no use to a game engine (`rdseed`, `sha`, `xsaves`) are
/// left out on purpose: a processor without them runs the program well.
///
/// # Source
/// Bits: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, CPUID; AMD64 Architecture
/// Programmer's Manual, volume 3, appendix E (`lzcnt`).
static FEATURES: &[Feature] = features! {
    "sse3" L1Ecx 0 ANY;
    "ssse3" L1Ecx 9 ANY;
    "sse4.1" L1Ecx 19 ANY;
    "sse4.2" L1Ecx 20 ANY;
    "cmpxchg16b" L1Ecx 13 ANY;
    "popcnt" L1Ecx 23 ANY;
    "aes" L1Ecx 25 ANY;
    "pclmulqdq" L1Ecx 1 ANY;
    "movbe" L1Ecx 22 ANY;
    "lzcnt" ExtEcx 5 ANY;
    "bmi1" L7Ebx 3 ANY;
    "bmi2" L7Ebx 8 ANY;
    "avx" L1Ecx 28 YMM;
    "f16c" L1Ecx 29 YMM;
    "fma" L1Ecx 12 YMM;
    "avx2" L7Ebx 5 YMM;
    "gfni" L7Ecx 8 ANY;
    "vaes" L7Ecx 9 YMM;
    "vpclmulqdq" L7Ecx 10 YMM;
    "avxvnni" L7S1Eax 4 YMM;
    "avxifma" L7S1Eax 23 YMM;
    "avx512f" L7Ebx 16 ZMM;
    "avx512bw" L7Ebx 30 ZMM;
    "avx512cd" L7Ebx 28 ZMM;
    "avx512dq" L7Ebx 17 ZMM;
    "avx512vl" L7Ebx 31 ZMM;
    "avx512ifma" L7Ebx 21 ZMM;
    "avx512vbmi" L7Ecx 1 ZMM;
    "avx512vbmi2" L7Ecx 6 ZMM;
    "avx512vnni" L7Ecx 11 ZMM;
    "avx512bitalg" L7Ecx 12 ZMM;
    "avx512vpopcntdq" L7Ecx 14 ZMM;
    "avx512vp2intersect" L7Edx 8 ZMM;
    "avx512fp16" L7Edx 23 ZMM;
    "avx512bf16" L7S1Eax 5 ZMM;
};

/// Asks the processor and stores its answers in [`WORDS`].
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn read() {
    use std::arch::x86_64::__cpuid_count;

    #[inline(never)]
    fn put(word: Word, value: u32) {
        WORDS[word as usize].store(value, Ordering::Relaxed);
    }

    // On a 64-bit processor CPUID always exists, leaf 1 too; higher leaves are asked for only where leaf 0, or
    // 8000_0000, says that they exist.
    let highest = __cpuid_count(0, 0).eax;
    let basic = __cpuid_count(1, 0).ecx;
    put(Word::L1Ecx, basic);
    put(Word::State, saved_registers(basic));
    if highest >= 7 {
        let leaf = __cpuid_count(7, 0);
        put(Word::L7Ebx, leaf.ebx);
        put(Word::L7Ecx, leaf.ecx);
        put(Word::L7Edx, leaf.edx);
        if leaf.eax >= 1 {
            put(Word::L7S1Eax, __cpuid_count(7, 1).eax);
        }
    }
    if __cpuid_count(0x8000_0000, 0).eax > 0x8000_0000 {
        put(Word::ExtEcx, __cpuid_count(0x8000_0001, 0).ecx);
    }
}

/// Returns which register files the operating system saves; `basic` is leaf 1, ECX.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn saved_registers(basic: u32) -> u32 {
    const OSXSAVE: u32 = 1 << 27;
    if basic & OSXSAVE == 0 {
        return ANY;
    }
    // SAFETY: XGETBV exists exactly where OSXSAVE is set, which was just tested; register 0 always exists.
    let enabled = unsafe { std::arch::x86_64::_xgetbv(0) } as u32;
    if enabled & 0x06 != 0x06 {
        ANY
    } else if enabled & 0xe0 != 0xe0 {
        ANY | YMM
    } else {
        ANY | YMM | ZMM
    }
}

/// Stays silent: the features of other architectures are not asked for.
#[cfg(not(target_arch = "x86_64"))]
fn read() {}

impl Feature {
    /// Returns whether processor and operating system have it; [`read`] must have run.
    #[inline(never)]
    fn present(&self) -> bool {
        WORDS[self.word as usize].load(Ordering::Relaxed) & self.mask != 0
            && WORDS[Word::State as usize].load(Ordering::Relaxed) & self.state != 0
    }
}

/// Ends the program with exit code 2 and a line on standard error if this processor lacks a feature that the
/// program was built for; returns otherwise.
///
/// Runs by itself before `main` where the platform has a list of initialisers that is known here (ELF, Mach-O,
/// Windows); `main` calls it once more for the rest. Does nothing on other architectures than x86-64.
///
/// # Cost
/// A few CPUID instructions; below a millisecond on a virtual machine, where each is trapped.
#[inline(never)]
pub extern "C" fn guard() {
    read();
    for feature in FEATURES {
        if feature.built && !feature.present() {
            refuse();
        }
    }
}

/// The guard's entry in the C runtime's list of initialisers.
// SAFETY: the section holds pointers to `extern "C"` functions that the C runtime calls once each before `main`;
// `guard` is one (the arguments that some runtimes pass are ignored), cannot unwind, and needs nothing of the
// standard library's runtime.
#[used]
#[cfg_attr(
    any(target_os = "linux", target_os = "android", target_os = "freebsd"),
    unsafe(link_section = ".init_array")
)]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
static INITIALISER: extern "C" fn() = guard;

/// Names every missing feature and exits.
#[cold]
#[inline(never)]
fn refuse() -> ! {
    say("heibai: this processor lacks what the program was built for:");
    for feature in FEATURES {
        if feature.built && !feature.present() {
            say(" ");
            say(feature.name);
        }
    }
    say("\nheibai: build it on this machine, or use a build for x86-64-v2 or x86-64-v3\n");
    // SAFETY: `_exit` takes any code and has no precondition.
    unsafe { libc::_exit(2) }
}

/// Writes to standard error through the C library; a failure is ignored, the exit code still tells.
#[inline(never)]
fn say(text: &str) {
    const STDERR: libc::c_int = 2;
    // SAFETY: pointer and length are those of one live string slice, and the call only reads it. The texts are far
    // shorter than the narrowest length type of any platform.
    unsafe {
        libc::write(STDERR, text.as_ptr().cast(), text.len() as _);
    }
}

/// Returns the features above the baseline that this binary was compiled to use.
#[must_use]
pub fn built_for() -> Vec<&'static str> {
    names(|feature| feature.built)
}

/// Returns those of the known features that processor and operating system offer.
#[must_use]
pub fn found() -> Vec<&'static str> {
    read();
    names(Feature::present)
}

/// Returns what [`built_for`] has and [`found`] lacks; empty in any program that passed [`guard`].
///
/// # Examples
/// ```
/// assert!(heibai::util::cpuid::missing().is_empty());
/// ```
#[must_use]
pub fn missing() -> Vec<&'static str> {
    read();
    names(|feature| feature.built && !feature.present())
}

fn names(wanted: impl Fn(&Feature) -> bool) -> Vec<&'static str> {
    FEATURES.iter().filter(|feature| wanted(feature)).map(|feature| feature.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_named_once_and_have_one_bit_each() {
        for (i, feature) in FEATURES.iter().enumerate() {
            assert_eq!(feature.mask.count_ones(), 1, "{}", feature.name);
            for other in &FEATURES[..i] {
                assert_ne!(feature.name, other.name);
                assert!(
                    feature.word != other.word || feature.mask != other.mask,
                    "{} and {} share a bit",
                    feature.name,
                    other.name
                );
            }
        }
    }

    #[test]
    fn guard_passes_where_the_tests_run() {
        guard();
        assert_eq!(missing(), Vec::<&str>::new());
    }

    // The macro answers from the build for whatever the build takes for granted, and from CPUID for the rest.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn found_equals_the_standard_library() {
        let found = found();
        for (name, std) in [
            ("popcnt", is_x86_feature_detected!("popcnt")),
            ("lzcnt", is_x86_feature_detected!("lzcnt")),
            ("bmi2", is_x86_feature_detected!("bmi2")),
            ("movbe", is_x86_feature_detected!("movbe")),
            ("avx", is_x86_feature_detected!("avx")),
            ("avx2", is_x86_feature_detected!("avx2")),
            ("fma", is_x86_feature_detected!("fma")),
            ("gfni", is_x86_feature_detected!("gfni")),
            ("vaes", is_x86_feature_detected!("vaes")),
            ("avxvnni", is_x86_feature_detected!("avxvnni")),
            ("avx512f", is_x86_feature_detected!("avx512f")),
            ("avx512vl", is_x86_feature_detected!("avx512vl")),
            ("avx512vbmi2", is_x86_feature_detected!("avx512vbmi2")),
            ("avx512bf16", is_x86_feature_detected!("avx512bf16")),
            ("avx512fp16", is_x86_feature_detected!("avx512fp16")),
            ("avx512vp2intersect", is_x86_feature_detected!("avx512vp2intersect")),
        ] {
            assert_eq!(found.contains(&name), std, "{name}");
        }
    }
}

//! What `heibai --version` says.

use std::sync::LazyLock;

use crate::util::cpuid::{built_for, found};

/// Returns name-less version, one line.
#[must_use]
pub fn short() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Returns the version with the processor features built for and found.
#[must_use]
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let list = |features: Vec<&str>| {
            if features.is_empty() { "none beyond the base".to_owned() } else { features.join(" ") }
        };
        format!("{}\nbuilt for: {}\nfound:     {}", short(), list(built_for()), list(found()))
    });
    &TEXT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_built_for_are_found() {
        let found = found();
        assert!(built_for().iter().all(|feature| found.contains(feature)));
        assert!(long().starts_with(short()));
    }
}

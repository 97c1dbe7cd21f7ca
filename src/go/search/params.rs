//! The numbers that steer the tree search.

/// Weights of beliefs, in games, and how the tree is grown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Params {
    /// Games of which every new node is believed to have won half.
    pub(super) even: f32,
    pub(super) pattern: f32,
    pub(super) capture: f32,
    pub(super) save: f32,
    pub(super) ladder: f32,
    pub(super) escape: f32,
    pub(super) hopeless: f32,
    pub(super) self_atari: f32,
    /// By the distance from the last move: 1, 2, 3.
    pub(super) near: [f32; 3],
    /// Near the move before it.
    pub(super) near_before: f32,
    /// On the first two lines, nothing around.
    pub(super) low: f32,
    /// On the third and fourth line, nothing around.
    pub(super) good_line: f32,
    pub(super) vital: f32,
    pub(super) pass: f32,
    /// Games through a leaf before it gets children.
    pub(super) expand_at: u32,
    /// Games at which later moves of a game count half against its own.
    pub(super) rave: f32,
    /// How much seldom tried moves are favoured.
    pub(super) explore: f32,
    /// What the lead counts beside winning.
    pub(super) lead_share: f64,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            even: 10.0,
            pattern: 10.0,
            capture: 20.0,
            save: 20.0,
            ladder: 20.0,
            escape: 15.0,
            hopeless: 15.0,
            self_atari: 15.0,
            near: [20.0, 15.0, 8.0],
            near_before: 6.0,
            low: 10.0,
            good_line: 10.0,
            vital: 20.0,
            pass: 10.0,
            expand_at: 6,
            rave: 3000.0,
            explore: 0.0,
            lead_share: 0.04,
        }
    }
}

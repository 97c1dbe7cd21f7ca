//! The commands by name.

macro_rules! names {
    ($($variant:ident = $text:literal,)*) => {
        /// A command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Name {
            $($variant,)*
        }

        impl Name {
            /// Every command in the order it is listed.
            const ALL: &[(Name, &str)] = &[$((Name::$variant, $text),)*];
        }
    };
}

names! {
    ProtocolVersion = "protocol_version",
    Program = "name",
    Version = "version",
    KnownCommand = "known_command",
    ListCommands = "list_commands",
    Quit = "quit",
    BoardSize = "boardsize",
    RectangularBoardSize = "rectangular_boardsize",
    ClearBoard = "clear_board",
    FixedHandicap = "fixed_handicap",
    PlaceFreeHandicap = "place_free_handicap",
    SetFreeHandicap = "set_free_handicap",
    Komi = "komi",
    GetKomi = "get_komi",
    Play = "play",
    GenMove = "genmove",
    RegGenMove = "reg_genmove",
    Undo = "undo",
    Level = "level",
    SetLevel = "set_level",
    SetDepth = "set_depth",
    TimeSettings = "time_settings",
    TimeLeft = "time_left",
    KgsTimeSettings = "kgs-time_settings",
    KataTimeSettings = "kata-time_settings",
    KataListTimeSettings = "kata-list_time_settings",
    LoadSgf = "loadsgf",
    PrintSgf = "printsgf",
    FinalScore = "final_score",
    FinalStatusList = "final_status_list",
    Captures = "captures",
    KgsRules = "kgs-rules",
    KgsGenMoveCleanup = "kgs-genmove_cleanup",
    KataSetRules = "kata-set-rules",
    KataGetRules = "kata-get-rules",
    Resume = "heibai-resume",
    Action = "heibai-action",
    Ask = "heibai-ask",
    ShowBoard = "showboard",
    ListGames = "list_games",
    SetGame = "set_game",
    MoveHistory = "move_history",
    LastMove = "last_move",
    ListStones = "list_stones",
    AllLegal = "all_legal",
    LzAnalyze = "lz-analyze",
    LzGenMoveAnalyze = "lz-genmove_analyze",
    KataAnalyze = "kata-analyze",
    KataGenMoveAnalyze = "kata-genmove_analyze",
    Analyze = "analyze",
    GenMoveAnalyze = "genmove_analyze",
    KataSearch = "kata-search",
    KataSearchCancellable = "kata-search_cancellable",
    Stop = "stop",
    ClearCache = "clear_cache",
    KataListParams = "kata-list-params",
    KataGetParam = "kata-get-param",
    KataSetParam = "kata-set-param",
    SetPosition = "set_position",
    CpuTime = "cputime",
    GomillCpuTime = "gomill-cpu_time",
    GoguiGameId = "gogui-rules_game_id",
    GoguiBoard = "gogui-rules_board",
    GoguiBoardSize = "gogui-rules_board_size",
    GoguiLegalMoves = "gogui-rules_legal_moves",
    GoguiSideToMove = "gogui-rules_side_to_move",
    GoguiFinalResult = "gogui-rules_final_result",
    GoguiSetup = "gogui-setup",
    GoguiSetupPlayer = "gogui-setup_player",
    GoguiAnalyzeCommands = "gogui-analyze_commands",
    GoguiPlaySequence = "gogui-play_sequence",
    GoguiInterrupt = "gogui-interrupt",
    GoguiSigint = "gogui-sigint",
    SetOption = "heibai-setoption",
}

impl Name {
    /// Returns whether the command has a meaning for Go, or for another game.
    fn is_for(self, is_go: bool) -> bool {
        match self {
            Name::FixedHandicap
            | Name::PlaceFreeHandicap
            | Name::SetFreeHandicap
            | Name::FinalStatusList
            | Name::Captures
            | Name::KgsRules
            | Name::KgsGenMoveCleanup
            | Name::KataSetRules
            | Name::KataGetRules
            | Name::Resume => is_go,
            // By these GoGui knows a game that is not Go.
            Name::GoguiGameId
            | Name::GoguiBoard
            | Name::GoguiBoardSize
            | Name::GoguiLegalMoves
            | Name::GoguiSideToMove
            | Name::GoguiFinalResult
            | Name::SetPosition => !is_go,
            _ => true,
        }
    }

    /// Returns the command called `text` if it has a meaning for the game.
    pub(super) fn known_for(text: &str, is_go: bool) -> Option<Name> {
        Name::known(text).filter(|name| name.is_for(is_go))
    }

    /// Returns the command called `text`, or `None` if there is none; case matters.
    pub(super) fn known(text: &str) -> Option<Name> {
        Name::ALL.iter().find(|(_, name)| *name == text).map(|&(name, _)| name)
    }

    /// Lists every command that has a meaning for the game, one a line.
    pub(super) fn list(is_go: bool) -> String {
        let known = Name::ALL.iter().filter(|(name, _)| name.is_for(is_go));
        let names: Vec<&str> = known.map(|&(_, name)| name).collect();
        names.join("\n")
    }
}

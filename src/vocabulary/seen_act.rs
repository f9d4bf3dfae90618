//! The kinds of acts, as an observer perceives them.
//!
//! Their names are the headings of `templates/sentences.txt` and the words after `as` in
//! `sheets/common/perception.yaml`.

macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident = $name:literal),+ $(,)?) => {
        /// What sort of thing happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum SeenAct { $($(#[$doc])* $act),+ }

        impl SeenAct {
            /// All acts.
            pub const ALL: &'static [SeenAct] = &[$(SeenAct::$act),+];

            /// Its name in the files a GM may edit.
            pub const fn name(self) -> &'static str {
                match self { $(SeenAct::$act => $name),+ }
            }
        }
    };
}

acts! {
    /// The Turn began for the observer: AP and actions.
    TurnBegan = "turn_began",
    /// Scouted a location; `objects` are whom they found.
    Scouted = "scouted",
    /// Came upon a battle; `objects` are who fights.
    BattleFound = "battle_found",
    /// Was noticed scouting, or noticed a scout.
    ScoutNoticed = "scout_noticed",
    /// Regenerated.
    Regenerated = "regenerated",
    /// Paid an upkeep.
    UpkeepPaid = "upkeep_paid",
    /// Lost Mana for a contract's sake.
    Drained = "drained",
    /// What became of an own order.
    OrderOutcome = "order_outcome",
    /// Used a skill or item; with `attack`, attacked.
    Used = "used",
    /// There is fighting, and no more is known.
    Fighting = "fighting",
    /// Something loud happened, and no more is known.
    Uproar = "uproar",
    /// A flash of light, and no more is known.
    Flash = "flash",
    /// Saw who is there; `objects` are those seen.
    Sighted = "sighted",
    /// A requirement failed.
    Refunded = "refunded",
    /// A blow landed.
    Hit = "hit",
    /// How several deeds left somebody, where it could not be told which came last.
    LeftSo = "left_so",
    /// Was spared because somebody stood between.
    Shielded = "shielded",
    /// What was used had no effect.
    Negated = "negated",
    /// A status was received.
    StatusReceived = "status_received",
    /// A status did nothing.
    StatusIgnored = "status_ignored",
    /// Poison ticked.
    PoisonTicked = "poison_ticked",
    /// A status ended.
    StatusEnded = "status_ended",
    /// Health or Mana was restored.
    Restored = "restored",
    /// Health or Mana was lost.
    Lost = "lost",
    /// A familiar appeared.
    Summoned = "summoned",
    /// A familiar disappeared.
    Vanished = "vanished",
    /// A place feels ill: something there does harm.
    Unease = "unease",
    /// A Bounded Field covers a place.
    FieldSensed = "field_sensed",
    /// Somebody of the own team opened a Reality Marble; `objects` are inside.
    MarbleOpened = "marble_opened",
    /// A Reality Marble closed over the observer and over `objects`.
    TakenIn = "taken_in",
    /// People vanished, and no more is known.
    PeopleVanished = "people_vanished",
    /// A place is sealed off.
    PlaceSealed = "place_sealed",
    /// A Reality Marble ended.
    MarbleEnded = "marble_ended",
    /// Combat Points were lost for idling inside a Reality Marble.
    Idled = "idled",
    /// Took damage that was no attack.
    Damaged = "damaged",
    /// An effect began.
    EffectBegan = "effect_began",
    /// An effect ended.
    EffectEnded = "effect_ended",
    /// Entered Spirit Form.
    EnteredSpiritForm = "entered_spirit_form",
    /// Left Spirit Form.
    LeftSpiritForm = "left_spirit_form",
    /// Left a location.
    Left = "left",
    /// Arrived at a location.
    Entered = "entered",
    /// A move was cancelled.
    MoveCancelled = "move_cancelled",
    /// Died.
    Died = "died",
    /// A Servant lost its Master.
    Freed = "freed",
    /// A Servant has a Master again.
    Contracted = "contracted",
    /// A Command Spell was used.
    CommandSpell = "command_spell",
    /// A Master was disqualified.
    Disqualified = "disqualified",
    /// Combat Points were gained.
    CombatPoints = "combat_points",
    /// Combat Points were lost.
    CombatPointsLost = "combat_points_lost",
    /// Command Spells were regained or lost by an effect.
    SpellsChanged = "spells_changed",
    /// Somebody entered a Home Base.
    Alert = "alert",
    /// A Home Base was gained.
    HomeTaken = "home_taken",
    /// Somebody was recognised.
    Recognised = "recognised",
    /// Something was learned of somebody through an effect.
    Learned = "learned",
    /// Bounded Fields or Noble Phantasms were sensed.
    ManaSensed = "mana_sensed",
    /// Items were bought.
    Bought = "bought",
    /// An item was given to somebody.
    ItemGiven = "item_given",
    /// An item was dropped.
    ItemDropped = "item_dropped",
    /// An item was picked up.
    ItemTaken = "item_taken",
    /// Something lies about.
    ItemsNoticed = "items_noticed",
    /// A civilian was consumed.
    CivilianConsumed = "civilian_consumed",
    /// Somebody cried out, and no more is known.
    Cry = "cry",
    /// A dying Master was consumed.
    MasterConsumed = "master_consumed",
    /// The IGM was paid.
    IgmPaid = "igm_paid",
    /// The IGM told something.
    Informed = "informed",
    /// Somebody took shelter with the IGM.
    Sheltered = "sheltered",
    /// The Seal marked its prey.
    Marked = "marked",
    /// The hunt is over.
    HuntEnded = "hunt_ended",
    /// Story updates appeared.
    StoryTold = "story_told",
    /// Skills were gained by them.
    StoryGained = "story_gained",
    /// How the War ended for a Master.
    Ending = "ending",
    /// The GM set something.
    Ruled = "ruled",
    /// The GM told something.
    Told = "told",
    /// The GM told everybody something.
    Announced = "announced",
    /// The War ended.
    WarEnded = "war_ended",
}

impl SeenAct {
    /// The act with this name.
    pub fn from_name(name: &str) -> Option<SeenAct> {
        SeenAct::ALL.iter().copied().find(|act| act.name() == name)
    }
}

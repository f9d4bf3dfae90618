//! The help on the order language: what `grail orders help` prints.
//!
//! Every example is an order file that a test checks. The grammar is `grammar/orders.pest`.

/// A topic of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideTopic {
    /// The name to ask for: `delays`.
    pub name: &'static str,
    /// A summary in one line.
    pub about: &'static str,
    /// The explanation, a paragraph each.
    pub text: &'static [&'static str],
    /// Valid orders, each with what it does.
    pub examples: &'static [(&'static str, &'static str)],
}

/// Every topic, in reading order.
pub const TOPICS: &[GuideTopic] = &[
    GuideTopic {
        name: "writing",
        about: "how a letter of orders is laid out",
        text: &[
            "Write the name of a character and a colon, and below it what that character does, one sentence an order. \
             Orders are carried out from top to bottom within a phase.",
            "A sentence ends with a full stop, a blank line, a bullet or a new name. Line breaks within it do not \
             matter. Quoted mail (>), what stands below `-- ` and comments behind # are not read.",
            "A heading with the name begins a block too: ## Saber, == SABER ==, [b]Saber[/b]. A phase before a colon says when \
             the order comes (Support Phase: use Mist). Daytime: or Note: is named as a mistake, and the orders go on. A remark \
             begins with #.",
            "Greetings and talk between the orders are kept for the GM and told in one hint. What could be an order is never \
             taken for talk.",
            "War:, Night:, Team: and Token: may stand at the head; what is given must be right.",
            "A name that you know needs no quotes. Any other name in which a word of the language or a mark stands \
             does: Use \"Sword of and\" on Caster. Of a longer name its last word, its first or its initials will do where \
             they can mean nothing else: the Band for Focus Band.",
            "Write as you would say it: please, tonight, I'd like Saber to … and other words that say nothing are passed \
             over. What stands in brackets and holds no order is a note for the GM. The plan reads every order back in its \
             plainest words: what stands there is what is done.",
        ],
        examples: &[
            ("Saber:\n  Scout the Church.\n  Attack Caster.\nRin:\n  Move to Bridge.", "two characters, three orders"),
            ("Saber:\n- Scout Church  # by day\n- Stay", "bullets and a comment"),
            ("Saber uses Rapid Cut on Caster.", "an order that says itself whose it is"),
        ],
    },
    GuideTopic {
        name: "scouting",
        about: "looking at another place by day",
        text: &[
            "Once a day each character that was not in battle the Night before may look at one location, near or far. \
             Scouting costs nothing, needs no Move Action, and cannot be put off.",
        ],
        examples: &[("Saber: Scout the Church.", "by day, before everything else")],
    },
    GuideTopic {
        name: "attacking",
        about: "the basic attack",
        text: &[
            "`Attack X` is the basic attack, by its own name or without one. `N times`, `twice` are so many uses in a \
             row, each paid for itself; what cannot be paid for is not made.",
        ],
        examples: &[
            ("Saber: Attack Caster.", "the basic attack once"),
            ("Saber: Use Rapid Cut on Caster 2 times.", "by its name, twice"),
            ("Saber: Attack Caster and then attack Archer.", "two actions of one order"),
            ("Saber: Strike Caster twice.", "hit, strike, fight, shoot, go for, … mean the same"),
            ("Saber: Attack Caster at the Park.", "only if Saber is there"),
        ],
    },
    GuideTopic {
        name: "skills",
        about: "using skills and Noble Phantasms",
        text: &[
            "Use SKILL [on TARGETS] [to LOCATION] [N times] [, paying N additional RESOURCE] [, choosing \"…\"] \
             [, pushing everybody else to LOCATION].",
            "A skill comes in the phase of its type: Instants first, then Supports, Anti-… attacks, Prepared skills. \
             Its user need not be named among its targets. `cast` and `activate` mean `use`.",
        ],
        examples: &[
            ("Saber: Use Excalibur on Caster and Archer.", "two targets"),
            ("Saber: Use Teleport on Rin to Church.", "a character and a location"),
            ("Saber: Rapid Cut on Caster.", "a skill's name is enough"),
            ("Saber: Two Rapid Cuts on Caster.", "so often"),
            ("Saber: Use Mist on this location.", "where Saber is"),
            ("Saber: Use Parry on Archer twice.", "so often"),
            ("Saber: Use Excalibur on Archer, paying 20 additional Mana.", "more than it costs"),
        ],
    },
    GuideTopic {
        name: "targets",
        about: "saying whom, by name or by description",
        text: &[
            "Names are joined by commas and `and`. Instead of a name: me, my Master, my Servant, my partner, my team, \
             Caster's Master, an opponent, every opponent, up to 3 opponents, this location.",
            "By what somebody did this Turn: the opponent who attacked me first, whoever attacks Rin. Behind a \
             condition, `that character` is whom it found.",
            "Somebody seen and not recognised has a name of your own for them: Stranger-1.",
            "A description that fits nobody your character can make out then is no target, and costs nothing.",
        ],
        examples: &[
            ("Saber: Use Excalibur on every opponent.", "as many as it takes of those here"),
            ("Saber: Use Excalibur on up to 3 opponents.", "who attacked you first come first"),
            ("Saber: Attack the opponent who attacked me first.", "found when Saber's place comes"),
            ("Saber: Attack whoever attacks Rin.", "waits until somebody does"),
            ("Saber: Attack Caster's Master.", "whoever that is, if you know"),
            ("Saber: Use Excalibur on everyone except Archer.", "somebody is left out"),
            ("Saber: Attack Caster or Archer.", "the one who is here"),
            ("Saber: If an opponent attacks me, attack that character.", "whom the condition found"),
            ("Saber: Attack Stranger-1.", "your own name for somebody"),
        ],
    },
    GuideTopic {
        name: "conditions",
        about: "if, unless, otherwise; what can be asked",
        text: &[
            "If C, A. · If C, A; otherwise, B. · If C, A; otherwise, if D, B; otherwise, E. · Unless C, A. · A if C.",
            "A condition is read when the place of its action comes, on what the character has perceived by then. It \
             rests on what has happened this Turn (attacks, uses, enters, leaves, acts, dies, is hit, flees, …) or on \
             how things are (is here, is in Spirit Form, is dead, has 100 or less Health, …). What was not seen counts \
             as not happened.",
            "Join them by `and`, `or` and `not`, with parentheses; `and` binds closer. Count: two or more opponents are here.",
            "The numbers of your own team are known, those of others are not: a condition on them is dropped with all \
             that hangs on it, `otherwise` too. What somebody would do is no condition at all.",
            "Of A and B one is chosen: where the first of them comes up, once in each combat round. The plan says where. \
             Of an order that says so (`at the start of the Attacking Phase`, `when the Turn starts`) it is chosen then, \
             for both rounds. Where B is to be done at the end of a phase, A waits for what happens up to then.",
            "An order whose condition did not hold in the first combat round is read again in the second, if its \
             character may act in it.",
        ],
        examples: &[
            (
                "Saber: If Archer attacks Rin first, attack Archer; otherwise, attack Caster.",
                "whether Archer has attacked Rin by then",
            ),
            ("Saber: If I have 100 or less Health, stay.", "a number of one's own"),
            (
                "Saber: If I received 50 or more damage this Turn, flee to Bridge.",
                "the damage of this Turn, of one's own",
            ),
            ("Rin: If Saber has 30% or less of their maximum Mana, use Jewel Light on Saber.", "a partner's"),
            (
                "Saber: If two or more enemy Servants are here and Rin is not here, use Excalibur on every opponent.",
                "a count",
            ),
            ("Saber: If Caster is dead or Caster is in Spirit Form, attack Archer.", "either"),
            ("Saber: If Lancer uses Gae Bolg on Rin, use Parry on Lancer.", "a skill seen before, by its name"),
            ("Saber: If Rain Manipulation is active, attack Caster.", "an effect"),
            ("Saber: Unless anybody has attacked us, stay.", "if nobody has"),
            ("Saber: Attack Lancer. If Caster is here, attack Caster instead.", "one order of two sentences"),
            ("Saber: Attack Lancer, or Archer if Lancer is dead.", "another target"),
            (
                "Saber: If Archer attacks Rin, attack Archer; otherwise, attack Caster at the end of the Attacking Phase.",
                "waits for it up to then",
            ),
            (
                "Saber: If Caster is here when the Attacking Phase starts, attack Caster; otherwise, stay.",
                "asked then, once, for both",
            ),
            ("Saber: If Lancer and Caster are here, stay.", "both of them"),
            ("Saber: If Rin's Health falls to 50 or less, use Parry on Archer.", "waits until it falls"),
            ("Saber: If it is Night 3 or later, attack Caster.", "the Night"),
            ("Saber: If it is the second combat round, attack Caster.", "the round"),
            ("Saber: If I hold a Teleporter and Rin has 100 or more CP, attack Caster.", "items, Combat Points"),
            ("Saber: If Zabaniya fails, attack Archer.", "an order above came to nothing"),
            ("Saber: If Lancer attacks me at least 2 times, attack Lancer.", "how often, of one by name"),
            ("Saber: If 2 or more opponents attack me, stay.", "how many do it"),
        ],
    },
    GuideTopic {
        name: "delays",
        about: "later than an action's own place",
        text: &[
            "To a later phase: in the Attacking Phase, in the Prepared Effect Phase. To the end of one: at the end of \
             the Attacking Phase. Within one: at AGI C++, or as though I had AGI C++.",
            "Until something happens: after C, when C, as soon as C. Such an order comes right after its event, but \
             never before its own place, and once.",
            "To the second combat round, for those who do not fight in the first: in the second round (the action's own \
             phase there), or in the 2nd Attacking Phase.",
            "Only later than the action's own place. Never into the Movement Phase; scouting and moving cannot wait. \
             A delay stands before the sentence or behind it; before an `if`, or behind its condition, the whole \
             conditional is read then.",
        ],
        examples: &[
            ("Saber: Use Parry on Archer in the Support Phase.", "an Instant kept for a later phase"),
            ("Saber: Attack Caster at the end of the Attacking Phase.", "after all who did not wait"),
            (
                "Saber: If nobody has attacked us by the end of the Attacking Phase, use Heal on Saber.",
                "the order waits for that time, and asks what has happened by then",
            ),
            ("Saber: Attack Caster as though I had AGI C++.", "behind those with AGI C+++ and more"),
            ("Saber: When Archer attacks Rin, use Parry on Archer.", "a reaction"),
            (
                "Saber: After an opponent acts, use Roar in the Support Phase or later.",
                "a reaction, not before a phase",
            ),
            ("Saber: Attack Caster in the second round.", "the second combat round"),
            ("Saber: Use Parry on Archer in the 2nd Attacking Phase.", "a later phase of it"),
            (
                "Saber: At the end of the Attacking Phase, if Caster is dead, use Heal on Saber; otherwise, use Teleport on Rin to Church.",
                "all of it is read at that moment",
            ),
            ("Saber: Delay Teleport on Rin to Church to the end of the Attacking Phase.", "another way to say it"),
        ],
    },
    GuideTopic {
        name: "command-spells",
        about: "what a Master commands",
        text: &[
            "Command SERVANT \"SPELL\" [for X] [to L] [: \"words\"], in the Instant Phase. The spells: Kill them no \
             matter what! · Survive at all costs! · Withstand it! · Obey me! (with words) · Defend X! (for somebody) · \
             Get behind me! · Flee this battle now! (to a place beside) · You can't escape! (on somebody) · Take on \
             Spirit Form! · Leave Spirit Form! · Summon!",
            "The Master speaks the words of \"Obey me!\", and `me` in them is the Master. The program carries out words \
             that could be the Servant's own order; what other words mean, `Never attack Illya`, the GM is asked.",
        ],
        examples: &[
            ("Rin: Command Saber \"Survive at all costs!\".", "the Instant Phase"),
            ("Rin: If Saber has 100 or less Health, command Saber \"Withstand it!\".", "on a condition"),
            ("Rin: Command my Servant \"Defend X!\" for Illya.", "whom to defend"),
            ("Rin: Command Saber \"Obey me!\": \"Never attack Illya.\"", "an order in words"),
            ("Rin: Command Saber \"Flee this battle now!\" to Bridge.", "where to"),
            ("Rin: Command Saber \"You can't escape!\" on Rider.", "whom it follows"),
        ],
    },
    GuideTopic {
        name: "moving",
        about: "moving, fleeing, staying",
        text: &[
            "One Move Action a Turn, to a location beside one's own, when all fighting of the round is done. What \
             stands below a character's `Move to` belongs to the second combat round, in the new place; what says \
             `here` above it is not done there.",
            "Out of a battle it is `Flee to`, from the character's second Turn of battle on.",
        ],
        examples: &[
            ("Saber: Move to Bridge.", "in the Movement Phase"),
            ("Saber: Move to Bridge. Attack Caster.", "and attack whoever Caster is there"),
            ("Saber: Move to Bridge with Rin.", "both of them, each by an order of their own"),
            ("Saber: Flee to Bridge if I have 100 or less Health.", "out of a battle"),
            ("Saber: Stay.", "nothing"),
            ("Saber: If my move was cancelled, attack Caster.", "held in a battle"),
        ],
    },
    GuideTopic {
        name: "spirit-form",
        about: "Spirit Form",
        text: &["Servants alone, in the Support Phase, for 1 SP; entered only outside a battle."],
        examples: &[
            ("Saber: Enter Spirit Form.", "nobody can attack Saber, nor Saber anybody"),
            ("Rin: Command Saber \"Leave Spirit Form!\".", "at once, at the cost of a Command Spell"),
        ],
    },
    GuideTopic {
        name: "effects",
        about: "ending what is in force",
        text: &[
            "`Cancel EFFECT` ends an own effect without a set end, for free, in the Support Phase. `Stop paying for \
             EFFECT` lets one with an upkeep go in the Initial Phase. `Release \"SPELL\"` ends a standing Command Spell.",
        ],
        examples: &[
            ("Saber: Cancel Rain Manipulation.", "in the Support Phase"),
            ("Saber: Stop paying for Rain Manipulation.", "before its upkeep is due"),
            ("Rin: Release \"Defend X!\" if Archer attacked us.", "a Command Spell"),
        ],
    },
    GuideTopic {
        name: "items",
        about: "buying, using, giving, dropping items",
        text: &[
            "Use [item] ITEM [on X] [to L] · Buy [N] ITEM · Give ITEM to X · Drop ITEM · Pick up ITEM; in the Support \
             Phase, the Teleporter in the Movement Phase.",
        ],
        examples: &[
            ("Saber: Use the Magic Glasses.", "an item held"),
            ("Saber: Use item Teleporter on me and Rin to Harbor.", "where to"),
            ("Saber: Buy 2 Focus Band.", "at the Super Mall"),
            ("Saber: Give Magic Glasses to Rin.", "to somebody here"),
            ("Saber: Drop Magic Glasses.", "for whoever finds it"),
            ("Saber: Pick up Splint.", "what lies here"),
        ],
    },
    GuideTopic {
        name: "places",
        about: "the IGM and other services, civilians",
        text: &[
            "Ask the IGM for information, offering 150 CP | offering \"…\" · Request SERVICE [for X] [to L] · Take \
             shelter · Visit · Consume a civilian · Consume MASTER.",
        ],
        examples: &[
            ("Rin: Ask the IGM for information, offering 150 CP.", "one piece, at random"),
            ("Rin: Request True Healing for Saber.", "a service of the IGM"),
            ("Rin: Take shelter.", "a Master without Servants, for good"),
            ("Saber: Consume a civilian.", "the whole Turn"),
            ("Saber: If Illya is dead, consume Illya.", "a Master fallen this Turn"),
        ],
    },
    GuideTopic {
        name: "contracts",
        about: "contracts, protection, alliances",
        text: &[
            "Contract with X · Accept a contract with X · Break the contract with X · Re-establish the contract with X \
             · Accept|Refuse a transfer to X · Force a contract on X · Protect me with X, then Y · Ally with TEAM · \
             Ceasefire with TEAM · End the alliance with TEAM.",
            "A contract takes both, in one place, in the Support Phase: the later of the two orders makes it. Orders on \
             a transfer are read when the Master is killed; who says nothing does not go over. Whoever shields and \
             whoever is an ally stays so until something else is said; with an `if`, from the phase in which it holds.",
        ],
        examples: &[
            ("Rin: Contract with Rider.", "Rider must accept"),
            ("Saber: Accept a contract with Illya.", "a Servant without a Master"),
            ("Saber: Refuse a transfer to Illya.", "should its Master die"),
            ("Rin: Protect me with Saber, then Caster.", "who stands before the Master"),
            ("Rin: Ally with Blue.", "no longer an opponent"),
        ],
    },
    GuideTopic {
        name: "words",
        about: "talking",
        text: &[
            "Tell PLAYER: \"…\" · Say: \"…\" · Puzzle answer: \"…\" · My partner posts for X. Words stand in quotes.",
        ],
        examples: &[
            ("Rin: Tell Illya: \"Truce?\"", "to those of that team in the same place, by day or by night"),
            ("Rin: Say: \"Come out!\"", "to everybody, in the public update"),
        ],
    },
    GuideTopic {
        name: "logic-game",
        about: "the Logic Game: red, blue, answers",
        text: &[
            "Red: \"…\" · Blue: \"…\" · Blue to PLAYER: \"…\" · Answer N in red: \"…\" · Counter N in blue: \"…\" · \
             Correct N: \"…\". What you state stands in everybody's update under a number; it costs nothing, waits for \
             nothing and needs no character's name above it. The dead may play too.",
            "Red is what you guarantee to be true: an untrue one costs a strike, three if you knew, and nothing if you \
             correct it first. Blue is a guess with good grounds. Whoever a blue is addressed to answers it in red by the \
             next update, or counters it by a blue as good; else there is one warning, then a strike each time. Three \
             strikes ban. A blue to nobody obliges nobody. Gold is the GM's.",
            "As on GameFAQs: <em><b><i>red</i></b></em> and <em><b><b>blue</b></b></em>, among other words if you like.",
        ],
        examples: &[
            ("Red: \"My Servant killed no civilians.\"", "a truth"),
            ("Blue to Blue: \"Your Servant set the fire.\"", "a guess that wants an answer"),
            ("Answer 3 in red: \"It was at home.\"", "to statement 3"),
            ("Counter 3 in blue: \"It was Archer.\"", "a guess as good"),
            ("Correct 1: \"My Servant killed one civilian.\"", "before the GM does"),
            ("Look here, <em><b><i>Saber was seen.</i></b></em>", "as on GameFAQs"),
        ],
    },
];

/// Returns the topic of a name, or the only one whose name begins with it; `None` if there is none or several do.
pub fn find_topic(name: &str) -> Option<&'static GuideTopic> {
    let name = name.trim().to_lowercase().replace([' ', '_'], "-");
    let mut found = TOPICS.iter().filter(|topic| topic.name.starts_with(&name));
    match (TOPICS.iter().find(|topic| topic.name == name), found.next(), found.next()) {
        (Some(exact), ..) => Some(exact),
        (None, Some(only), None) => Some(only),
        _ => None,
    }
}

/// Returns the list of topics.
pub fn list_topics() -> String {
    let width = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let mut out = String::from("What a player mails is English with a grammar. The topics:\n\n");
    for topic in TOPICS {
        out.push_str(&format!("  {:width$}  {}\n", topic.name, topic.about));
    }
    out
}

impl GuideTopic {
    /// Renders the topic as a page of 80 columns.
    pub fn render_page(&self) -> String {
        let mut out = format!("{}: {}\n", self.name, self.about);
        for paragraph in self.text {
            out.push('\n');
            out.push_str(&wrap_paragraph(paragraph));
        }
        for (order, meaning) in self.examples {
            out.push_str(&format!("\n  # {meaning}\n"));
            for line in order.lines() {
                out.push_str(&format!("  {line}\n"));
            }
        }
        out
    }
}

/// Wraps a paragraph at 80 columns.
pub(super) fn wrap_paragraph(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > 80 {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}

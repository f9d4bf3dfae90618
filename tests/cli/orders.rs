//! Checking orders, with the campaign or with a packet.

use super::Desk;

#[test]
fn orders_where_a_night_reads_them_are_checked_without_further_word() {
    let desk = Desk::started();
    desk.grail(["check", "war/nights/001/orders/red.txt"])
        .done()
        .prints(["Saber:\n  1. Scout Clock House. [Daily Move Phase, all at once]\n", "Use Rapid Cut on an opponent."])
        .says(["5 orders for Red, night 1: 0 errors, 0 warnings."]);
}

#[test]
fn a_packet_checks_as_the_campaign_does() {
    let desk = Desk::started();
    desk.write("orders.txt", "Saber:\n  Use Rapd Cut on Lancer.\n  Scout Nowhere.\n  Scout Market.\n");
    let by_campaign = desk.grail(["check", "orders.txt", "--campaign", "war", "--team", "red"]).ends(1);
    desk.grail(["packet", "war", "Red", "--output", "red.yaml"]).done();
    let by_packet = desk.grail(["check", "orders.txt", "--packet", "red.yaml"]).ends(1);
    assert_eq!((by_campaign.out, by_campaign.err), (by_packet.out, by_packet.err));
}

#[test]
fn a_packet_holds_no_secret_of_others() {
    let desk = Desk::started();
    let packet = desk.grail(["packet", "war", "Red"]).done().out;
    assert!(packet.contains("Aoife of the Ford") && packet.contains("red-lantern"));
    for secret in ["Ferran", "watchmaker", "blue-lantern", "Quick Thrust", "The Last Gate", "7331", "example.org"] {
        assert!(!packet.contains(secret), "{secret}");
    }
}

#[test]
fn whose_orders_they_are_must_be_told_elsewhere() {
    let desk = Desk::started();
    desk.write("orders.txt", "Saber: Scout Market.\n");
    desk.grail(["check", "orders.txt"]).ends(2).says(["--campaign DIR --team T", "--packet FILE"]);
    desk.grail(["check", "orders.txt", "--campaign", "war"]).ends(2);
    desk.grail(["check", "orders.txt", "--campaign", "war", "--team", "Rod"]).ends(1).says(["did you mean `Red`?"]);
    desk.grail(["check", "orders.txt", "--packet", "war/map.yaml"])
        .ends(1)
        .says(["war/map.yaml` is no packet, or a damaged one"]);
}

#[test]
fn orders_with_faults_are_told_with_their_places_and_the_others_are_carried_out() {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/red.txt", "Saber:\n  Use Rapd Cut on an opponent.\n  Scout Market.\n");
    desk.grail(["check", "war/nights/001/orders/red.txt"]).ends(1).prints([
        "war/nights/001/orders/red.txt:2:7",
        "did you mean `Rapid Cut`?",
        "Saber:\n  1. not accepted: Use Rapd Cut on an opponent\n  2. Scout Market. [Daily Move Phase, all at once]\n",
    ]);
    desk.grail(["resolve", "war"]).done().says(["war/nights/001/orders/red.txt:2:7", "seat `Red` has 1 error"]);
    let red = desk.read("war/nights/001/updates/red.txt");
    assert!(red.contains("2. Scout Market.\n   Found nobody."), "{red}");
    assert!(red.contains("- Order 1, \"Use Rapd Cut on an opponent.\": `Saber` has no skill `Rapd Cut`"), "{red}");
}

#[test]
fn orders_for_another_night_are_not_carried_out() {
    let desk = Desk::started();
    desk.edit("war/nights/001/orders/red.txt", "Night: 1", "Night: 2");
    desk.grail(["resolve", "war"]).done().says(["Night 2"]);
    assert!(!desk.read("war/nights/001/updates/red.txt").contains("Scout Clock House"));
}

#[test]
fn a_silent_seat_repeats_its_last_orders_where_the_switch_says_so() {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "switches: {}", "switches: { orders.silence: repeat }");
    desk.write("war/nights/001/orders/red.txt", "Night: 1\nSaber:\n  Scout Market.\n");
    desk.write("war/nights/001/orders/blue.txt", "");
    desk.grail(["start", "war"]).done();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["resolve", "war"]).done();
    assert!(desk.read("war/nights/002/updates/red.txt").contains("Scout Market.\n   Found nobody."));
    desk.grail(["replay", "war"]).done();
}

#[test]
fn a_packet_is_the_same_whatever_is_hidden() {
    let packet_of = |change: &dyn Fn(&Desk)| {
        let desk = Desk::with_war();
        change(&desk);
        desk.grail(["start", "war"]).done();
        desk.grail(["packet", "war", "Red"]).done().out
    };
    let one = packet_of(&|_| {});
    let other = packet_of(&|desk| {
        desk.edit("war/sheets/lancer.yaml", "Quick Thrust", "Slow Thrust");
        desk.edit("war/sheets/edmund.yaml", "watchmaker", "clockmaker");
        desk.edit("war/sheets/edmund.yaml", "Broken Second", "Broken Hour");
        desk.edit("war/war.yaml", "7331", "1337");
        desk.edit("war/war.yaml", "blue-lantern", "grey-lantern");
        desk.write("war/nights/001/orders/blue.txt", "Lancer: Scout Clock House.\n");
    });
    assert_eq!(one, other);
}

#[test]
fn the_language_is_explained_by_topics() {
    let desk = Desk::empty();
    desk.grail(["orders", "help"]).done().prints(["  delays ", "grail orders help TOPIC"]);
    desk.grail(["orders", "help", "delays"])
        .done()
        .prints(["  Saber: When Archer attacks Rin, use Parry on Archer.\n"]);
    desk.grail(["orders", "help", "E361"]).done().prints(["how many of those it speaks of", "conditions: if, unless"]);
    desk.grail(["rules", "e361"]).done().prints(["`grail orders help conditions`"]);
    desk.grail(["orders", "help", "all", "--format", "json"]).done().prints(["\"topic\": \"words\""]);
    desk.grail(["orders", "help", "delais"]).ends(2).says(["there is no topic `delais`; did you mean `delays`?"]);
}

#[test]
fn what_check_prints_is_the_receipt() {
    use grail_referee::campaign::game::packet::Packet;
    use grail_referee::language::span::Source;
    let desk = Desk::started();
    let text =
        "Saber:\n  Use Rapd Cut on Lancer.\n  Scout Market.\n  If Lancer is here, attack Lancer; otherwise, stay.\n";
    desk.write("orders.txt", text);
    desk.grail(["packet", "war", "Red", "--output", "red.yaml"]).done();
    let printed = desk.grail(["check", "orders.txt", "--packet", "red.yaml"]).ends(1).out;
    let view = Packet::read_packet(&desk.path("red.yaml")).unwrap().view;
    let source = Source::new("orders.txt", text);
    let receipt = grail_referee::orders::order_receipt::render_receipt(
        &source,
        &view,
        &grail_referee::orders::check(&source, &view),
    );
    assert_eq!(printed, receipt);
}

#[test]
fn an_order_that_a_neighbour_would_have_changed_stands_and_everybody_is_told_so() {
    let desk = Desk::started();
    desk.write(
        "war/nights/001/orders/red.txt",
        "Saber:\n  Attack Lancer.\n  If Caster glows, attack Caster instead.\n  Attack nobody.\n",
    );
    desk.grail(["check", "war/nights/001/orders/red.txt"]).ends(1).prints([
        "THIS IS CARRIED OUT AS IT STANDS: `If Caster glows, attack Caster instead` below may be meant to change it",
        "nobody is no target",
        "did you mean `Stay.`?",
        "Saber:\n  1. Attack Lancer.\n",
    ]);
    desk.grail(["status", "war"]).done().prints([
        "Orders that stand though their players may mean to change them:\n  Red: `Attack Lancer`: THIS IS CARRIED OUT AS IT STANDS",
    ]);
}

#[test]
fn what_a_machine_reads_of_a_check_is_bounded_as_well() {
    let desk = Desk::started();
    for piece in ["X. ", "Stay.\n", "Attack Castre.\n"] {
        let text = format!("Saber:\n{}", piece.repeat(20_000 / piece.len()));
        desk.write("long.txt", &text);
        let run = desk.grail(["check", "long.txt", "--campaign", "war", "--team", "Red", "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let shown = |key: &str| json[key].as_array().unwrap().len();
        let left = |key: &str| json["left_out"][key].as_u64().unwrap();
        assert!(shown("diagnostics") + shown("plan") > 0, "{piece}");
        // Of orders no more than 300 are read.
        assert!(left("diagnostics") + left("plan") > 0 || piece != "X. ", "{piece}");
        assert!(run.out.len() < 80 * 1024 + 12 * text.len(), "{piece}: {} bytes", run.out.len());
    }
}

//! Checking orders, with the campaign or with a packet.

use super::Desk;

#[test]
fn orders_where_a_night_reads_them_are_checked_without_further_word() {
    let desk = Desk::started();
    desk.grail(["check", "war/nights/001/orders/red.txt"])
        .done()
        .prints(["Saber:\n  1. Scout Clock House.\n", "If Lancer is here, use Rapid Cut on Lancer 2 times."])
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
        .says(["war/map.yaml` is cut off or broken"]);
}

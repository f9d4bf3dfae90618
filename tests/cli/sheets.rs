//! Sheets by themselves.

use super::Desk;

#[test]
fn a_sheet_is_checked_by_itself() {
    let desk = Desk::with_war();
    desk.grail(["sheet", "check", "war/sheets/saber.yaml", "war/sheets/iris.yaml"]).done().says(["2 files: 0 errors."]);
    desk.edit("war/sheets/saber.yaml", "25 Physical", "25 Phsyical");
    desk.grail(["sheet", "check", "war/sheets/saber.yaml"]).ends(1).prints(["war/sheets/saber.yaml:32:14"]);
    desk.grail(["sheet", "check", "nowhere.yaml"]).ends(1).says(["there is no `nowhere.yaml`"]);
}

#[test]
fn a_sheet_is_explained_skill_by_skill() {
    let desk = Desk::with_war();
    desk.grail(["sheet", "explain", "war/sheets/saber.yaml"]).done().prints(["Rapid Cut (C-)", "25 Physical", "1 AP"]);
}

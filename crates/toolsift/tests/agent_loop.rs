//! The example of a host loop, word for word.

#![cfg(feature = "registry")]
#![cfg(test)]

#[path = "../examples/agent_loop.rs"]
mod agent_loop;

/// DSH-003, DSH-014, DSH-041, S35, S37, S56: a tool is found, loaded and called in one turn; its plugin goes, and the call is refused while the menu stays; it comes back, and is loaded anew;
/// a hidden tool is never there; the replay needs neither plugins nor ranker; nothing stays connected.
#[test]
fn the_whole_run() {
    let lines = agent_loop::transcript().unwrap();
    let expected = r#"
turn 0: search_tools, finish, read_archive
  search_tools -> {"tools":[{"name":"read_archive","description":"Searches and reads archived mail.","loaded":true}]}
  read_archive -> {"ok":true}
  wipe_archive -> {"error":{"code":"tool_not_on_menu","message":"This tool is not on the menu. Search for tools first."}}
turn 1: search_tools, finish, read_archive
  read_archive -> {"ok":true}
  search_tools -> {"tools":[],"note":"Every tool is on the menu already."}
turn 2: search_tools, finish, read_archive
  read_archive -> {"error":{"code":"tool_unavailable","message":"This tool is not available now."}}
  search_tools -> {"tools":[],"note":"Every tool is on the menu already."}
turn 3: search_tools, finish, read_archive, plan_meeting
  search_tools -> {"tools":[{"name":"plan_meeting","description":"Plans a meeting.","loaded":true}]}
  plan_meeting -> {"ok":true}
turn 4: search_tools, finish, read_archive, plan_meeting
  search_tools -> {"tools":[],"note":"Every tool is on the menu already."}
  read_archive -> {"ok":true}
  finish -> {"ok":true}
replay: the same results, 0 differences
left behind: 0 tools"#;
    assert_eq!(lines, expected.trim_start().lines().collect::<Vec<_>>());
}

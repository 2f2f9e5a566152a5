//! Messages between programs of several releases: each writes what the other can read.

use archive::{ErrorKind, Options, VersionTable};
use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Packet {
        pub id: u16,
        pub ping: u8,
        pub command: Command,
        pub sender: Peer,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Command {
        Move { x: i32, y: i32 },
        Stop,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Peer {
        pub name: String,
        pub port: String,
    }
}

mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Packet {
        #[archive(was(u16, until = 2))]
        pub id: u32,
        #[archive(removed(ping: u8, until = 2, default = 255))]
        pub command: Command,
        pub sender: Peer,
        #[since(2, default = 0)]
        pub priority: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Command {
        Move {
            x: i32,
            y: i32,
            #[since(2, default = 1)]
            speed: u8,
        },
        Stop,
        #[since(2)]
        Fly {
            height: u32,
        },
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Peer {
        pub name: String,
        #[archive(was(String, until = 2, with = parse, back = show))]
        pub port: u16,
    }

    fn parse(port: String) -> Result<u16, std::num::ParseIntError> {
        port.parse()
    }

    fn show(port: &u16) -> Result<String, String> {
        if *port == 0 { Err("port 0 is not said".into()) } else { Ok(port.to_string()) }
    }
}

pub mod v3 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Packet {
        #[archive(was(u16, until = 2))]
        pub id: u32,
        #[archive(removed(ping: u8, until = 2, default = 255))]
        pub command: Command,
        pub sender: Peer,
        #[since(2, default = 0)]
        pub priority: u8,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub enum Command {
        Move {
            x: i32,
            y: i32,
            #[since(2, default = 1)]
            speed: u8,
        },
        Stop,
        #[since(2)]
        Fly {
            height: u32,
        },
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Peer {
        pub name: String,
        #[archive(was(String, until = 2, with = parse, back = show))]
        pub port: u16,
        #[since(3, default = None)]
        pub team: Option<String>,
    }

    fn parse(port: String) -> Result<u16, std::num::ParseIntError> {
        port.parse()
    }

    fn show(port: &u16) -> Result<String, String> {
        if *port == 0 { Err("port 0 is not said".into()) } else { Ok(port.to_string()) }
    }
}

fn first(id: u16, ping: u8, command: v1::Command, port: &str) -> v1::Packet {
    v1::Packet { id, ping, command, sender: v1::Peer { name: "Ada".into(), port: port.into() } }
}

fn second(id: u32, command: v2::Command, port: u16, priority: u8) -> v2::Packet {
    v2::Packet { id, command, sender: v2::Peer { name: "Ada".into(), port }, priority }
}

fn third(id: u32, command: v3::Command, port: u16, team: Option<&str>) -> v3::Packet {
    let sender = v3::Peer { name: "Ada".into(), port, team: team.map(Into::into) };
    v3::Packet { id, command, sender, priority: 0 }
}

fn story() -> Story {
    let mut story = Story::new("packet");
    story.ships(1, &first(7, 30, v1::Command::Move { x: 3, y: -4 }, "7777"));
    story.ships(2, &second(70_000, v2::Command::Fly { height: 9 }, 7777, 2));
    story.ships(3, &third(70_000, v3::Command::Fly { height: 9 }, 7777, Some("red")));
    story
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let story = story();
    let moved = v2::Command::Move { x: 3, y: -4, speed: 1 };
    story.loads(1, 2, &second(7, moved, 7777, 0));
    story.loads(1, 3, &third(7, v3::Command::Move { x: 3, y: -4, speed: 1 }, 7777, None));
    let mut fly = third(70_000, v3::Command::Fly { height: 9 }, 7777, None);
    fly.priority = 2;
    story.loads(2, 3, &fly);
    story.refuses::<v1::Packet>(2, 1);
    story.refuses::<v1::Packet>(3, 1);
    story.refuses::<v2::Packet>(3, 2);

    let theirs = first(7, 255, v1::Command::Move { x: 3, y: -4 }, "7777");
    let moved = v2::Command::Move { x: 3, y: -4, speed: 1 };
    story.writes_for(2, 1, &second(7, moved, 7777, 0), &theirs);
    let moved = v3::Command::Move { x: 3, y: -4, speed: 1 };
    story.writes_for(3, 1, &third(7, moved, 7777, None), &theirs);
    let fly = || v3::Command::Fly { height: 9 };
    let theirs = second(70_000, v2::Command::Fly { height: 9 }, 7777, 0);
    story.writes_for(3, 2, &third(70_000, fly(), 7777, None), &theirs);
    story.cannot_write_for(3, 2, "a team", &third(7, fly(), 7777, Some("red")));
    loss_is_an_error(&story);
    insta::assert_snapshot!(story.refusals());
}

fn loss_is_an_error(story: &Story) {
    let stop = || v2::Command::Stop;
    story.cannot_write_for(2, 1, "a wider field", &second(70_000, stop(), 7777, 0));
    story.cannot_write_for(
        2,
        1,
        "a new variant",
        &second(7, v2::Command::Fly { height: 9 }, 7777, 0),
    );
    let fast = v2::Command::Move { x: 3, y: -4, speed: 2 };
    story.cannot_write_for(2, 1, "a new field of a variant", &second(7, fast, 7777, 0));
    story.cannot_write_for(2, 1, "what `back` refuses", &second(7, stop(), 0, 0));
    story.cannot_write_for(2, 1, "a new field", &second(7, stop(), 7777, 2));
}

#[test]
fn an_answer_is_written_for_the_peer_that_asked() {
    let wire = Options::message();
    let hello = wire.to_vec(&first(1, 30, v1::Command::Stop, "7777")).unwrap();

    let asked: v3::Packet = wire.from_slice(&hello).unwrap();
    let peer = VersionTable::of_archive(&hello).unwrap();
    let answer = third(asked.id + 1, v3::Command::Stop, 8888, None);
    let answer = wire.clone().write_for(&peer).to_vec(&answer).unwrap();

    let heard: v1::Packet = wire.from_slice(&answer).unwrap();
    assert_eq!(heard, first(2, 255, v1::Command::Stop, "8888"));
}

#[test]
fn a_table_made_by_hand_names_every_type() {
    let packet = third(7, v3::Command::Stop, 7777, None);
    let table = VersionTable::new().with("Packet", 1).with("Command", 1).with("Peer", 1);
    let bytes = Options::message().write_for(&table).to_vec(&packet).unwrap();
    let heard: v1::Packet = archive::from_slice(&bytes).unwrap();
    assert_eq!(heard, first(7, 255, v1::Command::Stop, "7777"));

    let table = VersionTable::new().with("Packet", 1).with("Command", 1);
    let error = Options::message().write_for(&table).to_vec(&packet).unwrap_err();
    assert_eq!((error.kind(), error.type_name()), (ErrorKind::MissingVersion, "Peer"));
    insta::assert_snapshot!(error);
}

#[test]
fn types_that_do_not_occur_may_stand_in_the_table() {
    let types = VersionTable::of::<v1::Packet>().unwrap().with("Planet", 9);
    let packet = third(7, v3::Command::Stop, 7777, None);
    Options::message().write_for(&types).to_vec(&packet).unwrap();
}

#[test]
fn a_message_names_nested_types_past_version_one_only() {
    let story = story();
    assert_eq!(story.golden(1, "message")[..2], [0xac, 0x01]);
    assert_eq!(story.golden(2, "message")[..2], [0xac, 0x12]);
    assert_eq!(story.golden(2, "message")[10], 2, "two nested types");
    let table = VersionTable::of_archive(story.golden(3, "message")).unwrap();
    assert_eq!(table.iter().count(), 0, "by hashes, not by names");
    assert_ne!(table, VersionTable::of_archive(story.golden(2, "message")).unwrap());
}

#[test]
fn a_version_that_the_program_never_had_cannot_be_written_for() {
    let table = VersionTable::of::<v3::Packet>().unwrap().with("Peer", 4);
    let packet = third(7, v3::Command::Stop, 7777, None);
    let error = Options::message().write_for(&table).to_vec(&packet).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooNew);
    insta::assert_snapshot!(error);
}

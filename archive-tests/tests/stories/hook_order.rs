//! The order in which hooks run, within a value and between a value and its parts.

use archive::{Archive, ErrorKind, Options};
use archive_tests::golden::{Story, refusal};

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Team {
        pub name: String,
        pub members: Vec<Member>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Member {
        pub old: u8,
        pub taken: u8,
    }
}

pub mod v2 {
    use archive::{Archive, Context, Upgrade};

    /// What the hooks did.
    #[derive(Default)]
    pub struct Log(pub Vec<String>);

    fn note(context: &mut Context<'_>, what: &str) {
        if let Some(log) = context.get::<Log>() {
            log.0.push(what.into());
        }
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(version = 2, after_load = tidy_team, validate = judge_team)]
    #[archive(upgrade(from = 1, with = upgrade_team))]
    pub struct Team {
        pub name: String,
        pub members: Vec<Member>,
    }

    fn upgrade_team(_: &mut Team, _: &mut Upgrade, context: &mut Context<'_>) {
        note(context, "team: upgrade");
    }

    fn tidy_team(_: &mut Team, context: &mut Context<'_>) {
        note(context, "team: after_load");
    }

    fn judge_team(team: &Team, context: &mut Context<'_>) -> Result<(), String> {
        note(context, "team: validate");
        if team.members.is_empty() { Err("a team has members".into()) } else { Ok(()) }
    }

    #[derive(Archive, Debug, PartialEq)]
    #[archive(upgrade(from = 1, with = upgrade_member))]
    #[archive(after_load = Member::tidy, validate = Member::judge)]
    pub struct Member {
        #[archive(removed(old: u8, until = 2, into = Member::hand_over))]
        #[archive(removed(taken: u8, until = 2))]
        #[since(2, default = 100)]
        pub age: u32,
    }

    fn upgrade_member(member: &mut Member, upgrade: &mut Upgrade, context: &mut Context<'_>) {
        note(context, &format!("member: upgrade {}", member.age));
        member.age = member.age * 10 + u32::from(upgrade.take::<u8>("taken").unwrap_or(0));
    }

    impl Member {
        fn hand_over(&mut self, old: u8, context: &mut Context<'_>) {
            note(context, &format!("member: into {}", self.age));
            self.age = u32::from(old);
        }

        fn tidy(&mut self, context: &mut Context<'_>) {
            note(context, &format!("member: after_load {}", self.age));
            self.age = self.age.min(150);
        }

        fn judge(&self, context: &mut Context<'_>) -> Result<(), String> {
            note(context, &format!("member: validate {}", self.age));
            if self.age == 13 { Err("nobody is 13".into()) } else { Ok(()) }
        }
    }
}

fn old(members: &[(u8, u8)]) -> v1::Team {
    let members = members.iter().map(|(old, taken)| v1::Member { old: *old, taken: *taken });
    v1::Team { name: "red".into(), members: members.collect() }
}

fn today(ages: &[u32]) -> v2::Team {
    let members = ages.iter().map(|age| v2::Member { age: *age }).collect();
    v2::Team { name: "red".into(), members }
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("hook_order").whose_hooks_correct();
    story.ships(1, &old(&[(4, 2), (90, 1)]));
    story.ships(2, &today(&[42, 150]));
    story.loads(1, 2, &today(&[42, 150]));
    story.refuses::<v1::Team>(2, 1);
    story.cannot_write_for(2, 1, "fields that are gone", &today(&[42]));
    insta::assert_snapshot!(story.refusals());
}

fn log_of<T: Archive>(value: &T) -> Vec<String> {
    let bytes = archive::to_vec(value).unwrap();
    let mut log = v2::Log::default();
    Options::file().from_slice_with::<v2::Team>(&bytes, &mut log).unwrap();
    log.0
}

#[test]
fn hooks_of_a_value_run_before_those_of_what_holds_it() {
    let one = |into, upgrade, after_load, validate| {
        [
            format!("member: into {into}"),
            format!("member: upgrade {upgrade}"),
            format!("member: after_load {after_load}"),
            format!("member: validate {validate}"),
        ]
    };
    let team = ["team: upgrade", "team: after_load", "team: validate"].map(String::from);
    let members = [one(100, 4, 42, 42), one(100, 90, 901, 150)].concat();
    assert_eq!(log_of(&old(&[(4, 2), (90, 1)])), [members, team.to_vec()].concat());
}

#[test]
fn upgrades_run_for_old_values_only() {
    let wanted =
        ["member: after_load 7", "member: validate 7", "team: after_load", "team: validate"];
    assert_eq!(log_of(&today(&[7])), wanted);
}

#[test]
fn a_hook_that_refuses_is_an_error_where_its_value_is() {
    let load = |options: &Options, bytes: &[u8]| options.from_slice::<v2::Team>(bytes).unwrap_err();
    let (member, members) = refusal(&old(&[(4, 2), (1, 3)]), load);
    assert_eq!((member.kind(), member.path()), (ErrorKind::Hook, "members[1]"));
    assert_eq!((member.type_name(), member.found_version()), ("Member", Some(1)));
    let (team, teams) = refusal(&today(&[]), load);
    assert_eq!((team.kind(), team.path()), (ErrorKind::Hook, ""));
    insta::assert_snapshot!(format!("{members}{teams}"));
}

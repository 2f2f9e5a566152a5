//! Beside what is kept, fields of serde's types are written as always.

use std::collections::BTreeMap;

use archive::{Archive, Unknown};
use serde::{Deserialize, Serialize};

use super::FORMS;

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
enum Goal {
    Nowhere,
    Town { name: String, days: Option<u32> },
}

mod newer {
    use archive::Archive;

    use super::{BTreeMap, Goal};

    #[derive(Archive, Debug, PartialEq)]
    pub(super) struct Quest {
        #[archive(with = archive::with::serde)]
        pub(super) goals: Vec<Goal>,
        #[archive(with = archive::with::serde)]
        pub(super) rewards: BTreeMap<String, u8>,
        #[since(2, default = 0)]
        pub(super) level: u32,
    }
}

#[derive(Archive)]
struct Quest {
    #[archive(with = archive::with::serde)]
    goals: Vec<Goal>,
    #[archive(with = archive::with::serde)]
    rewards: BTreeMap<String, u8>,
    #[archive(unknown)]
    extra: Unknown,
}

#[test]
fn what_serde_stores_comes_back() {
    let town = Goal::Town { name: "Vale".into(), days: Some(3) };
    let goals = vec![Goal::Nowhere, town, Goal::Town { name: "Map".into(), days: None }];
    let theirs = newer::Quest { goals, rewards: BTreeMap::from([("gold".into(), 7)]), level: 4 };
    for form in FORMS {
        let source = form.save(&theirs).unwrap();
        let ours: Quest = form.load(&source).unwrap();
        assert_eq!((&ours.goals, &ours.rewards), (&theirs.goals, &theirs.rewards), "{form:?}");
        let saved = form.save(&ours).unwrap();
        assert_eq!(saved, source, "{form:?}");
        assert_eq!(form.read::<newer::Quest>(&saved), theirs, "{form:?}");
    }
}

//! A tuple struct that grows at its end and remembers a field removed from its middle.

use archive_tests::golden::Story;

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Marker(pub f32, pub u8);
}

mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Marker(pub f32, pub u8, #[since(2, default = "")] pub String);
}

pub mod v3 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub struct Marker(
        #[archive(was(f32, until = 3))] pub f64,
        #[archive(removed(_: u8, until = 3, default = 9))]
        #[since(2, default = "")]
        pub String,
        #[since(3, default = (0, 0))] pub (u16, u16),
    );
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("marker");
    story.ships(1, &v1::Marker(0.5, 7));
    story.ships(2, &v2::Marker(0.5, 7, "camp".into()));
    story.ships(3, &v3::Marker(0.1, "camp".into(), (3, 4)));

    story.loads(1, 2, &v2::Marker(0.5, 7, String::new()));
    story.loads(1, 3, &v3::Marker(0.5, String::new(), (0, 0)));
    story.loads(2, 3, &v3::Marker(0.5, "camp".into(), (0, 0)));
    story.refuses::<v1::Marker>(2, 1);
    story.refuses::<v1::Marker>(3, 1);
    story.refuses::<v2::Marker>(3, 2);

    story.writes_for(2, 1, &v2::Marker(0.5, 7, String::new()), &v1::Marker(0.5, 7));
    story.cannot_write_for(2, 1, "a new field", &v2::Marker(0.5, 7, "camp".into()));
    story.writes_for(3, 1, &v3::Marker(0.5, String::new(), (0, 0)), &v1::Marker(0.5, 9));
    let camp = v3::Marker(0.5, "camp".into(), (0, 0));
    story.writes_for(3, 2, &camp, &v2::Marker(0.5, 9, "camp".into()));
    story.cannot_write_for(3, 1, "a new field in a place that was another's", &camp);
    story.cannot_write_for(3, 2, "a new field", &v3::Marker(0.5, "camp".into(), (3, 4)));
    story.cannot_write_for(3, 2, "a wider field", &v3::Marker(0.1, "camp".into(), (0, 0)));
    insta::assert_snapshot!(story.refusals());
}

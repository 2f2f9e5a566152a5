//! Views of enums and tuples.

use archive::{Archive, ErrorKind};

use super::{Item, all_options};

/// What is sent.
#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(removed(Gone, until = 2))]
enum Message {
    Quit,
    #[archive(removed(Old(u8), until = 2))]
    Say {
        #[archive(removed(loud: bool, until = 2))]
        text: String,
        to: Vec<u32>,
        #[since(3, default = 0)]
        time: u64,
    },
    #[archive(tag = 9)]
    Give(u32, Item),
    Go(Box<[i32]>),
}

#[derive(Archive)]
#[archive(save_as = Message)]
enum MessageView<'a> {
    // In another order, and not all of them.
    Give(u32, &'a Item),
    Say { text: &'a str, to: &'a [u32], time: u64 },
    Quit,
}

#[derive(Archive)]
#[archive(save_as = Batch)]
struct BatchView<'a>(Vec<MessageView<'a>>, &'a str);

#[derive(Archive, Debug, PartialEq)]
struct Batch(
    Vec<Message>,
    #[archive(removed(_: u8, until = 2))]
    #[since(2, default = "")]
    String,
);

#[test]
fn views_of_enums_and_tuples() {
    let item = Item { id: "torch".into(), count: 2 };
    let ids: Vec<u32> = (0..3).collect();
    let message = |at: usize| match at % 4 {
        0 => Message::Quit,
        1 => Message::Give(7, item.clone()),
        _ => Message::Say { text: at.to_string(), to: ids[..at % 3].to_vec(), time: at as u64 },
    };
    for count in [0, 1, 2, 3, 200] {
        let batch = Batch((0..count).map(message).collect(), "last".into());
        let view = |message| match message {
            &Message::Give(id, ref item) => MessageView::Give(id, item),
            Message::Say { text, to, time } => MessageView::Say { text, to, time: *time },
            _ => MessageView::Quit,
        };
        let view = BatchView(batch.0.iter().map(view).collect(), &batch.1);
        for options in all_options() {
            let bytes = options.to_vec(&batch).unwrap();
            assert_eq!(options.to_vec(&view).unwrap(), bytes);
            assert_eq!(options.from_slice::<Batch>(&bytes).unwrap(), batch);
            for (message, view) in batch.0.iter().zip(&view.0) {
                assert_eq!(options.to_vec(view).unwrap(), options.to_vec(message).unwrap());
            }
        }
        assert_eq!(
            archive::text::to_string(&view).unwrap(),
            archive::text::to_string(&batch).unwrap()
        );
    }
}

#[derive(Archive)]
#[archive(save_as = Message)]
enum WrongMessage<'a> {
    Quit,
    Give(&'a u32, &'a (u32, u32)),
}

#[test]
fn a_variant_with_a_field_of_another_type_is_refused() {
    for options in all_options() {
        assert!(options.to_vec(&WrongMessage::Quit).is_ok());
        let wrong = || WrongMessage::Give(&1, &(2, 3));
        for error in [options.to_vec(&wrong()), options.to_vec(&vec![wrong(), wrong()])] {
            let error = error.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Shape);
            assert!(
                error.detail().contains("`1` is `tuple<u32,u32>` in `WrongMessage`"),
                "{error}"
            );
        }
    }
}

//! A format of one's own, made from trees: S-expressions, as a Lisp or a Scheme in a game reads them. Its writer and its reader
//! are a `match` over the kinds of a `Value` each, and know no type. What types gain with their history and their shared objects
//! goes through it: `Value::of` writes each object once, and `Value::to` links them and reads older versions.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::{Rc, Weak};

use archive::{Archive, Compound, Error, ErrorKind, Value};

/// Nothing nests more deeply, so no input can overflow the stack.
const MOST_LEVELS: usize = 128;

fn write(value: &Value<'_>, out: &mut String) -> std::fmt::Result {
    let kind = value.kind();
    match value {
        Value::Struct(it) => write!(out, "(struct {} {}", it.type_name(), it.version())?,
        Value::Variant(it) => {
            let variant = it.variant().unwrap_or_default();
            write!(out, "(enum {} {} {variant}", it.type_name(), it.version())?;
        }
        _ => write!(out, "({kind}")?,
    }
    match value {
        Value::Unit | Value::Option(None) => {}
        Value::Bool(it) => write!(out, " {it}")?,
        Value::F32(it) => write!(out, " {it:?}")?,
        Value::F64(it) => write!(out, " {it:?}")?,
        Value::Str(it) => write!(out, " {}", quoted(it))?,
        Value::Option(Some(it)) => write_next(it, out)?,
        Value::List(parts) | Value::Tuple(parts) => {
            parts.iter().try_for_each(|part| write_next(part, out))?;
        }
        Value::Numbers(numbers) => {
            numbers.iter().try_for_each(|number| write_next(&number, out))?;
        }
        Value::Map(entries) => {
            entries
                .iter()
                .flat_map(|(key, value)| [key, value])
                .try_for_each(|part| write_next(part, out))?;
        }
        Value::Struct(it) | Value::Variant(it) => {
            for (name, field) in it.fields() {
                write!(out, " {name}")?;
                write_next(field, out)?;
            }
        }
        number => match (number.as_i64(), number.as_u64()) {
            (Some(it), _) => write!(out, " {it}")?,
            (_, Some(it)) => write!(out, " {it}")?,
            // A whole format would also have characters, bytes and integers of 128 bits.
            _ => return Err(std::fmt::Error),
        },
    }
    out.write_char(')')
}

fn write_next(value: &Value<'_>, out: &mut String) -> std::fmt::Result {
    out.write_char(' ')?;
    write(value, out)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What is left of the text that is read.
struct Reader<'t> {
    rest: &'t str,
}

fn refused(problem: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Unrepresentable, problem.to_string())
}

impl<'t> Reader<'t> {
    /// Takes this character if it comes next.
    fn take(&mut self, expected: char) -> bool {
        let next = self.rest.trim_start().strip_prefix(expected);
        self.rest = next.unwrap_or(self.rest);
        next.is_some()
    }

    /// Reads a name or a number.
    fn word(&mut self) -> Result<&'t str, Error> {
        let rest = self.rest.trim_start();
        let end = rest.find([' ', '(', ')']).unwrap_or(rest.len());
        let (word, rest) = rest.split_at_checked(end).unwrap_or_default();
        self.rest = rest;
        if word.is_empty() { Err(refused("a word is missing")) } else { Ok(word) }
    }

    fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(&mut self) -> Result<T, Error> {
        let word = self.word()?;
        word.parse().map_err(|error| refused(format!("`{word}`: {error}")))
    }

    fn text(&mut self) -> Result<String, Error> {
        let mut text = String::new();
        let opened = self.take('"');
        let mut chars = self.rest.chars();
        while let (true, Some(next)) = (opened, chars.next()) {
            match next {
                '"' => {
                    self.rest = chars.as_str();
                    return Ok(text);
                }
                '\\' => text.extend(chars.next()),
                other => text.push(other),
            }
        }
        Err(refused("a text has no quotes, or no end"))
    }

    /// Reads values up to the closing bracket.
    fn values(&mut self, depth: usize) -> Result<Vec<Value<'static>>, Error> {
        let mut values = Vec::new();
        while !self.rest.trim_start().starts_with(')') {
            values.push(self.value(depth)?);
        }
        Ok(values)
    }

    fn fields(&mut self, depth: usize) -> Result<Vec<(&'t str, Value<'static>)>, Error> {
        let mut fields = Vec::new();
        while !self.rest.trim_start().starts_with(')') {
            fields.push((self.word()?, self.value(depth)?));
        }
        Ok(fields)
    }

    fn value(&mut self, depth: usize) -> Result<Value<'static>, Error> {
        let Some(depth) = depth.checked_sub(1) else { return Err(refused("too many levels")) };
        if !self.take('(') {
            return Err(refused("a value has no opening bracket"));
        }
        let value = match self.word()? {
            "unit" => Value::Unit,
            "bool" => Value::Bool(self.parsed()?),
            "u8" => Value::U8(self.parsed()?),
            "u16" => Value::U16(self.parsed()?),
            "u32" => Value::U32(self.parsed()?),
            "u64" => Value::U64(self.parsed()?),
            "i8" => Value::I8(self.parsed()?),
            "i16" => Value::I16(self.parsed()?),
            "i32" => Value::I32(self.parsed()?),
            "i64" => Value::I64(self.parsed()?),
            "f32" => Value::F32(self.parsed()?),
            "f64" => Value::F64(self.parsed()?),
            "str" => Value::from(self.text()?),
            "option" => Value::Option(self.values(depth)?.pop().map(Box::new)),
            "list" => Value::List(self.values(depth)?),
            "tuple" => Value::Tuple(self.values(depth)?),
            "map" => {
                let mut parts = self.values(depth)?.into_iter();
                Value::Map(std::iter::from_fn(|| parts.next().zip(parts.next())).collect())
            }
            "struct" => {
                let (name, version) = (self.word()?, self.parsed()?);
                let it = Compound::of_struct(name, self.fields(depth)?);
                Value::Struct(it.at_version(version))
            }
            "enum" => {
                let (name, version, variant) = (self.word()?, self.parsed()?, self.word()?);
                let it = Compound::of_variant(name, variant, self.fields(depth)?);
                Value::Variant(it.at_version(version))
            }
            other => return Err(refused(format!("no kind is called `{other}`"))),
        };
        if self.take(')') { Ok(value) } else { Err(refused("a value has no closing bracket")) }
    }
}

/// Saves any value in this format.
fn to_text<T: archive::Serialize>(value: &T) -> Result<String, Error> {
    let mut text = String::new();
    write(&Value::of(value)?, &mut text).map_err(|_| refused("a kind that this format lacks"))?;
    Ok(text)
}

/// Loads a value that was saved in this format.
fn from_text<T: Archive>(text: &str) -> Result<T, Error> {
    let mut reader = Reader { rest: text };
    let tree = reader.value(MOST_LEVELS)?;
    match reader.rest.trim() {
        "" => tree.to(),
        rest => Err(refused(format!("more follows: `{rest}`"))),
    }
}

#[derive(Archive)]
struct Node {
    name: String,
    #[since(2, default = Mood::Calm)]
    mood: Mood,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

#[derive(Archive, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry { at: Option<String>, since: f32 },
}

fn main() -> Result<(), Error> {
    let node = |name: &str, mood| {
        let name = name.to_owned();
        Rc::new(Node { name, mood, parent: RefCell::default(), children: RefCell::default() })
    };
    let tree = node("hill \"3\"", Mood::Calm);
    let troll = node("troll", Mood::Angry { at: Some("goat".into()), since: 0.1 });
    *troll.parent.borrow_mut() = Rc::downgrade(&tree);
    tree.children.borrow_mut().extend([Rc::clone(&troll), troll]);

    let text = to_text(&tree)?;
    println!("{text}");
    let loaded: Rc<Node> = from_text(&text)?;
    let children = loaded.children.borrow();
    if let [first, second] = &children[..] {
        println!("{:?}, shared: {}", first.mood, Rc::ptr_eq(first, second));
        let parent = first.parent.borrow().upgrade();
        println!("with its parent: {}", parent.is_some_and(|it| Rc::ptr_eq(&it, &loaded)));
    }

    // As version 1 saved it, without moods.
    let old = "(struct Node 1 name (str \"mill\") parent (option) children (list))";
    let loaded: Node = from_text(old)?;
    println!("{}: {:?}", loaded.name, loaded.mood);

    if let Err(error) = from_text::<Node>("(struct Node 1 name (str \"mill\") children (list))") {
        println!("{error}");
    }
    Ok(())
}

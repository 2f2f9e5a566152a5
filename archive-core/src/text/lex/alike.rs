//! The fast path for structs with the same field names as the struct before, which make up most of most
//! texts.

use super::scan::Eight;
use super::{Lexer, NONE, Next, Open, cut, index};
use crate::Error;
use crate::text::escape;
use crate::text::tape::{Kind, Token, is_same};

/// Bytes of the text from a place on. Their number is known, so places within need no bounds check.
type Window = [u8; 64];

/// The number of bytes of a name that are compared at once, and of spaces at the start of a line.
const WIDEST: usize = 16;

/// For each length of a name, the bits that its bytes occupy in two words.
static BITS: [[u64; 2]; WIDEST + 1] = bits();

const fn bits() -> [[u64; 2]; WIDEST + 1] {
    let mut bits = [[0; 2]; WIDEST + 1];
    let mut rest: &mut [[u64; 2]] = &mut bits;
    let mut all = 0_u128;
    while let Some((first, behind)) = rest.split_first_mut() {
        let [a, b, c, d, e, f, g, h, other @ ..] = all.to_le_bytes();
        *first = [u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes(other)];
        all = all.wrapping_shl(8) | 0xff;
        rest = behind;
    }
    bits
}

/// Loads bytes as two words.
#[inline(always)]
fn words(bytes: &[u8; WIDEST]) -> Option<[u64; 2]> {
    let (first, second) = bytes.split_first_chunk()?;
    Some([u64::from_le_bytes(*first), u64::from_le_bytes(*second.first_chunk()?)])
}

impl Lexer<'_> {
    /// Reads fields for as long as their names match the tokens of the struct before. Returns where the text
    /// continues, and whether a field with another name starts there.
    #[inline(always)]
    pub(super) fn alike(&mut self, mut at: usize) -> Result<(usize, bool), Error> {
        let mut is_name = true;
        while is_name {
            let Some(like) = self.tokens.get(index(self.here.like)).copied() else { break };
            let Some((window, len)) = self.named_like(like, at, b" = ") else { break };
            let from = len.wrapping_add(3);
            let value = match window.get(from) {
                Some(b'0'..=b'9' | b'-') => {
                    let end = self.number_within(window, at, from);
                    Some((Kind::Number, at.wrapping_add(from), end, end))
                }
                Some(byte) => self.no_number(at.wrapping_add(from), *byte),
                None => None,
            };
            let next = cut(self.tokens.len()).wrapping_add(1);
            let start = cut(at);
            let key = Token::new(Kind::Name, start, start.wrapping_add(cut(len)), next);
            let Some((kind, start, end, behind)) = value else {
                return self.group_like(like, key, at.wrapping_add(from));
            };
            let value = Token::new(kind, cut(start), cut(end), next.wrapping_add(1));
            self.push_tokens([key, value])?;
            let value = self.tokens.get(index(like.next));
            self.here.like = value.map_or(NONE, |value| value.next);
            self.here.count = self.here.count.wrapping_add(1);
            (at, is_name) = self.behind_alike(behind)?;
        }
        Ok((at, is_name))
    }

    /// Begins a field whose value is a group.
    #[inline(always)]
    fn group_like(&mut self, like: Token, key: Token, at: usize) -> Result<(usize, bool), Error> {
        self.push_tokens([key])?;
        self.here.like = like.next;
        self.here.key = false;
        self.next = Next::Value;
        Ok((at, false))
    }

    /// Checks whether the name of a token is here, followed by `behind`. If so, returns the text from here
    /// and the length of the name.
    #[inline(always)]
    fn named_like(&self, like: Token, at: usize, behind: &[u8; 3]) -> Option<(&Window, usize)> {
        let window: &Window = self.bytes.get(at..)?.first_chunk()?;
        let name = self.bytes.get(index(like.start)..)?;
        let len = index(like.end.wrapping_sub(like.start));
        let is_name = match BITS.get(len) {
            Some(bits) => {
                let (name, here) = (words(name.first_chunk()?)?, words(window.first_chunk()?)?);
                ((here[0] ^ name[0]) & bits[0]) | ((here[1] ^ name[1]) & bits[1]) == 0
            }
            None => window.get(..len)? == name.get(..len)?,
        };
        let is_it = is_name && like.kind == Kind::Name;
        (is_it && window.get(len..)?.starts_with(behind)).then_some((window, len))
    }

    /// The end of the number at a place in a window of the text.
    #[inline(always)]
    fn number_within(&self, window: &Window, at: usize, from: usize) -> usize {
        let second = from.wrapping_add(1);
        let digits = window.get(second..).and_then(Eight::of);
        let Some(len) = digits.and_then(|digits| Eight::before(digits.no_digit())) else {
            return self.end_of_number(at.wrapping_add(from));
        };
        let end = second.wrapping_add(len);
        match window.get(end) {
            Some(byte) if escape::class(*byte) & escape::IN_NUMBER == 0 => at.wrapping_add(end),
            _ => self.end_of_number(at.wrapping_add(end).wrapping_sub(1)),
        }
    }

    /// Returns where the text continues after the value of a field, and whether another field starts there.
    #[inline(always)]
    fn behind_alike(&mut self, at: usize) -> Result<(usize, bool), Error> {
        let window: Option<&[u8; 32]> = self.bytes.get(at..).and_then(|rest| rest.first_chunk());
        self.next = Next::CommaOrMore;
        match window {
            Some(line @ [b'\n', ..]) => {
                if let Some((len, byte)) = start_of_line(line) {
                    return Ok((at.wrapping_add(len), escape::starts_name(byte)));
                }
            }
            Some([b',', b' ', byte, ..]) if escape::starts_name(*byte) => {
                self.next = Next::ValueOrEnd;
                return Ok((at.wrapping_add(2), true));
            }
            Some([b' ', b'}', ..]) => return Ok((at.wrapping_add(1), false)),
            _ => {}
        }
        self.behind_field(at)
    }

    /// Ends the struct if it ends here, and continues with the next field of the struct around it or the next
    /// element of its list. Returns where the text continues, and whether a field starts there.
    #[inline(always)]
    pub(super) fn behind_struct(&mut self, at: usize) -> Result<(usize, bool), Error> {
        let is_end = self.here.kind == Kind::Brace
            && matches!(self.next, Next::ValueOrEnd | Next::CommaOrMore)
            && self.bytes.get(at) == Some(&b'}');
        if !is_end {
            return Ok((at, false));
        }
        let end = self.close(at, b'}')?;
        let line = self.bytes.get(end..).and_then(|rest| rest.first_chunk::<32>());
        let Some((len, byte)) = line.and_then(start_of_line) else { return Ok((end, false)) };
        let at = end.wrapping_add(len);
        match self.here.kind {
            Kind::Brace if self.here.key => Ok((at, escape::starts_name(byte))),
            Kind::Bracket => Ok(self.element(at)?.unwrap_or((at, false))),
            _ => Ok((at, false)),
        }
    }

    /// Begins an element of a list if it has the same type name as the one before. Returns where the text
    /// continues, and whether a field starts there.
    #[inline(always)]
    pub(super) fn element(&mut self, at: usize) -> Result<Option<(usize, bool)>, Error> {
        // A word such as `none` has no group of its own.
        let has_group = |like: &Token| like.next > self.here.like.wrapping_add(1);
        let like = self.tokens.get(index(self.here.like)).copied().filter(has_group);
        let found = like.and_then(|like| self.named_like(like, at, b" { "));
        let Some((_, len)) = found else { return Ok(None) };
        let end = at.wrapping_add(len);
        let [first, group] = self.within(self.here.like);
        let is_same = self.tokens.get(index(group)).is_some_and(|it| it.kind == Kind::Brace);
        let like = [first, if is_same { group } else { NONE }];
        self.push(Kind::Name, at, end)?;
        let at = self.open(end.wrapping_add(1), Kind::Brace, true, like)?.wrapping_add(1);
        Ok(Some((at, self.bytes.get(at).is_some_and(|byte| escape::starts_name(*byte)))))
    }

    /// For the group that comes next: the token that its first part may resemble, and the group that all of
    /// it may resemble.
    #[inline(always)]
    pub(super) fn like_within(&self, kind: Kind, named: bool) -> [u32; 2] {
        let [first, group] = self.within(self.here.like);
        let is_same = kind == Kind::Brace
            && self.tokens.get(index(group)).is_some_and(|group| group.kind == kind)
            && if named { self.is_named_like() } else { group == self.here.like };
        [first, if is_same { group } else { NONE }]
    }

    /// For a group, or a name with a group: its first part, and the group.
    #[inline(always)]
    pub(super) fn within(&self, at: u32) -> [u32; 2] {
        match self.tokens.get(index(at)) {
            Some(Token { kind: Kind::Brace | Kind::Paren | Kind::Bracket, .. }) => {
                [at.wrapping_add(1), at]
            }
            Some(Token { kind: Kind::Name, next, .. }) if *next > at.wrapping_add(1) => {
                [at.wrapping_add(2), at.wrapping_add(1)]
            }
            _ => [NONE; 2],
        }
    }

    /// Whether the name that was pushed last equals the name that this value is compared with.
    fn is_named_like(&self) -> bool {
        let name = |token: &Token| self.bytes.get(index(token.start)..index(token.end));
        match (self.tokens.last(), self.tokens.get(index(self.here.like))) {
            (Some(one), Some(other)) if one.kind == Kind::Name && other.kind == Kind::Name => {
                name(one).zip(name(other)).is_some_and(|(one, other)| is_same(one, other))
            }
            _ => false,
        }
    }

    /// The kin number of a group that has ended, or 0. Groups that share one have the same keys in the same order.
    #[inline(always)]
    pub(super) fn kin_of(&mut self, open: &Open) -> u16 {
        let Some(group) = self.tokens.get_mut(index(open.same)) else { return 0 };
        // The earlier group must also have no more keys than this one.
        if group.next != open.like.wrapping_add(1) {
            return 0;
        }
        // When the numbers run out, new groups get none.
        if group.kin == 0 && self.kin < u16::MAX {
            self.kin = self.kin.wrapping_add(1);
            group.kin = self.kin;
        }
        group.kin
    }
}

/// Skips a line break and the spaces after it, if there are few. Returns the length of both and the byte that
/// follows.
#[inline(always)]
fn start_of_line(text: &[u8; 32]) -> Option<(usize, u8)> {
    let [b'\n', line @ ..] = text else { return None };
    let [first, second] = words(line.first_chunk()?)?.map(|word| Eight(word).not(b' '));
    let len = match Eight::before(first) {
        Some(len) => len,
        None => Eight::before(second)?.wrapping_add(8),
    };
    let byte = *line.get(len)?;
    let is_blank = escape::class(byte) & escape::BLANK != 0;
    (!is_blank).then_some((len.wrapping_add(1), byte))
}

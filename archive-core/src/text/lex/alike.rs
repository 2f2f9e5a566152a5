//! Fields like those of the struct before, which have the same names: most of most texts.

use super::scan::Eight;
use super::{Lexer, NONE, Next, cut, index};
use crate::Error;
use crate::text::escape;
use crate::text::tape::{Kind, Token};

/// The bytes from a place on of which it is known that they are there: places among them need no check.
type Window = [u8; 48];

/// The most bytes of a name, and the most spaces at the start of a line, that are looked at together.
const WIDEST: usize = 16;

/// For each length of a name, the bits of two words that belong to it.
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

/// Two words of text.
#[inline(always)]
fn words(bytes: &[u8; WIDEST]) -> Option<[u64; 2]> {
    let (first, second) = bytes.split_first_chunk()?;
    Some([u64::from_le_bytes(*first), u64::from_le_bytes(*second.first_chunk()?)])
}

impl Lexer<'_> {
    /// Goes over the fields from here on that have the names of the tokens that they are like. Gives where the
    /// text goes on, and whether a field of another name starts there.
    #[inline(always)]
    pub(super) fn alike(&mut self, mut at: usize) -> Result<(usize, bool), Error> {
        let mut is_name = true;
        while is_name {
            let Some(like) = self.tokens.get(index(self.here.like)).copied() else { break };
            let Some((window, len)) = self.named_like(like, at) else { break };
            let from = len.wrapping_add(3);
            let value = match window.get(from) {
                Some(b'0'..=b'9' | b'-') => {
                    let end = self.number_within(window, at, from);
                    Some((Kind::Number, at.wrapping_add(from), end, end))
                }
                _ => self.scalar(at.wrapping_add(from)),
            };
            let next = cut(self.tokens.len()).wrapping_add(1);
            let start = cut(at);
            let key = Token { kind: Kind::Name, start, end: start.wrapping_add(cut(len)), next };
            let Some((kind, start, end, behind)) = value else {
                return self.group_like(like, key, at.wrapping_add(from));
            };
            let next = next.wrapping_add(1);
            self.push_tokens([key, Token { kind, start: cut(start), end: cut(end), next }])?;
            let value = self.tokens.get(index(like.next));
            self.here.like = value.map_or(NONE, |value| value.next);
            self.here.count = self.here.count.wrapping_add(1);
            self.next = Next::CommaOrMore;
            let Some((next, byte)) = self.next_line(behind) else {
                return self.behind_field(behind);
            };
            at = next;
            is_name = escape::starts_name(byte);
        }
        Ok((at, is_name))
    }

    /// Goes on with a group as the value of a field.
    #[inline(always)]
    fn group_like(&mut self, like: Token, key: Token, at: usize) -> Result<(usize, bool), Error> {
        self.push_tokens([key])?;
        self.here.like = like.next;
        self.here.key = false;
        self.next = Next::Value;
        Ok((at, false))
    }

    /// The text from a place on and the length of the name there, if it is that of a token.
    #[inline(always)]
    fn named_like(&self, like: Token, at: usize) -> Option<(&Window, usize)> {
        let window: &Window = self.bytes.get(at..)?.first_chunk()?;
        let name = words(self.bytes.get(index(like.start)..)?.first_chunk()?)?;
        let len = index(like.end.wrapping_sub(like.start));
        let (bits, here) = (BITS.get(len)?, words(window.first_chunk()?)?);
        let others = ((here[0] ^ name[0]) & bits[0]) | ((here[1] ^ name[1]) & bits[1]);
        let is_it = others == 0 && like.kind == Kind::Name;
        (is_it && window.get(len..)?.starts_with(b" = ")).then_some((window, len))
    }

    /// The end of the number at a place of a window of the text.
    #[inline(always)]
    fn number_within(&self, window: &Window, at: usize, from: usize) -> usize {
        let second = from.wrapping_add(1);
        let digits = window.get(second..).and_then(Eight::of);
        match digits.and_then(|digits| Eight::before(digits.no_digit())) {
            Some(len) => {
                let end = second.wrapping_add(len);
                match window.get(end) {
                    Some(b'\n') => at.wrapping_add(end),
                    _ => self.end_of_number(at.wrapping_add(end).wrapping_sub(1)),
                }
            }
            None => self.end_of_number(at.wrapping_add(from)),
        }
    }

    /// Where the next line starts behind its spaces, if a line ends here and they are few, and with what byte.
    #[inline(always)]
    fn next_line(&self, at: usize) -> Option<(usize, u8)> {
        let window: &[u8; 32] = self.bytes.get(at..)?.first_chunk()?;
        let [b'\n', line @ ..] = window else { return None };
        let [first, second] = words(line.first_chunk()?)?.map(|word| Eight(word).not(b' '));
        let len = match Eight::before(first) {
            Some(len) => len,
            None => Eight::before(second)?.wrapping_add(8),
        };
        let byte = *line.get(len)?;
        let is_blank = escape::class(byte) & escape::BLANK != 0;
        (!is_blank).then_some((at.wrapping_add(len).wrapping_add(1), byte))
    }
}

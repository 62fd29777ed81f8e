/** Maximum consecutive marks that real languages need: five in Burmese, two for stacked accents. */
const MARKS_MAX = 5;
const ACCENTS_MAX = 2;

const PLAIN_LINE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const PLAIN_PARAGRAPH = /^[\x20-\x7e\n]*$/;

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const KEYCAP_BASE = /^[0-9#*]$/;
const MARK = /^\p{M}$/u;
const SPACING_MARK = /^\p{Mc}$/u;
/** Combining accents shared by all scripts; "zalgo" text piles them up. */
const ACCENT = /^\p{Script=Inherited}$/u;
const BASE = /^[\p{L}\p{N}]$/u;
const HAN = /^\p{Script=Han}$/u;
const MONGOLIAN = /^\p{Script=Mongolian}$/u;

/**
 * Invisible characters and code points that aren't characters: controls, format characters, private use, unassigned,
 * Unicode's default ignorables, and a few that take up space but draw nothing.
 */
const INVISIBLE = /^[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{16fe4}]$/u;

/** Scripts whose letters change shape next to a zero-width joiner or non-joiner. */
const CURSIVE =
  /^[\p{Script_Extensions=Arabic}\p{Script_Extensions=Syriac}\p{Script_Extensions=Nko}\p{Script_Extensions=Mandaic}\p{Script_Extensions=Mongolian}]$/u;
const INDIC =
  /^[\p{Script_Extensions=Devanagari}\p{Script_Extensions=Bengali}\p{Script_Extensions=Gurmukhi}\p{Script_Extensions=Gujarati}\p{Script_Extensions=Oriya}\p{Script_Extensions=Tamil}\p{Script_Extensions=Telugu}\p{Script_Extensions=Kannada}\p{Script_Extensions=Malayalam}\p{Script_Extensions=Sinhala}\p{Script_Extensions=Khmer}\p{Script_Extensions=Myanmar}]$/u;
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u17d2\u1039\u103a]$/;

const ZWNJ = '\u200c';
const ZWJ = '\u200d';
const KEYCAP = '\u20e3';
const SKIN_TONE = /^\p{Emoji_Modifier}$/u;
const EMOJI_STYLE = /^[\ufe0e\ufe0f]$/;
const HAN_VARIANT = /^[\ufe00-\ufe02\u{e0100}-\u{e01ef}]$/u;
const MONGOLIAN_VARIANT = /^[\u180b-\u180d\u180f]$/;

/** The flags of England, Scotland and Wales, the only ones spelled with invisible tags. */
const TAGGED_FLAG =
  /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})/u;

/** Returns whether the text ends in an emoji, ignoring its style and skin tone modifiers. */
function endsInPictograph(signs: readonly string[]): boolean {
  const last = signs.at(-1) ?? '';
  const hasEmojiStyle = EMOJI_STYLE.test(last) || SKIN_TONE.test(last);
  return PICTOGRAPH.test((hasEmojiStyle ? signs.at(-2) : last) ?? '');
}

function isValidJoiner(sign: string, signs: readonly string[], next: string): boolean {
  const last = signs.at(-1) ?? '';
  if (sign === ZWJ && endsInPictograph(signs)) return PICTOGRAPH.test(next);
  if (VIRAMA.test(last)) return true;
  return (CURSIVE.test(last) && CURSIVE.test(next)) || (INDIC.test(last) && INDIC.test(next));
}

/** Returns whether an invisible character is valid because it changes how its neighbors are drawn. */
function isValidVariation(sign: string, signs: readonly string[], next: string): boolean {
  const last = signs.at(-1) ?? '';
  if (sign === ZWJ || sign === ZWNJ) return isValidJoiner(sign, signs, next);
  if (EMOJI_STYLE.test(sign)) return PICTOGRAPH.test(last) || (KEYCAP_BASE.test(last) && next === KEYCAP);
  if (HAN_VARIANT.test(sign)) return HAN.test(last);
  return MONGOLIAN_VARIANT.test(sign) && MONGOLIAN.test(last);
}

/** Returns whether a mark belongs to a letter that doesn't have too many marks already. */
function isValidMark(mark: string, signs: readonly string[]): boolean {
  const last = signs.at(-1) ?? '';
  if (mark === KEYCAP) return KEYCAP_BASE.test(last) || (last === '\ufe0f' && KEYCAP_BASE.test(signs.at(-2) ?? ''));
  if (/^\p{Me}$/u.test(mark) || mark === last) return false;
  let marks = 0;
  let accents = 0;
  for (let index = signs.length - 1; index >= 0; index--) {
    const sign = signs[index]!;
    if (sign === ZWJ || sign === ZWNJ || SPACING_MARK.test(sign)) continue;
    if (!MARK.test(sign)) return BASE.test(sign) && marks < MARKS_MAX && (accents < ACCENTS_MAX || !ACCENT.test(mark));
    marks++;
    if (ACCENT.test(sign)) accents++;
  }
  return false;
}

function removeInvisible(text: string): string {
  const keptSigns: string[] = [];
  const signs = [...text];
  for (const [index, sign] of signs.entries()) {
    if (sign === ' ' || sign === '\n') keptSigns.push(sign);
    else if (PICTOGRAPH.test(sign)) keptSigns.push(sign);
    else if (INVISIBLE.test(sign)) {
      if (isValidVariation(sign, keptSigns, signs[index + 1] ?? '')) keptSigns.push(sign);
    } else if (!MARK.test(sign) || isValidMark(sign, keptSigns)) keptSigns.push(sign);
  }
  return keptSigns.join('');
}

/**
 * Removes invisible characters and invalid marks. Repeats until nothing changes, because each removal may affect its
 * neighbors.
 */
function removeInvalidMarks(text: string): string {
  let before = text;
  for (;;) {
    const cleaned = removeInvisible(before).normalize('NFC');
    if (cleaned === before) return cleaned;
    before = cleaned;
  }
}

/** Normalizes to NFC and removes invisible characters, characters that reorder the text, and stacked accents. */
function cleanText(text: string): string {
  const parts = text.normalize('NFC').split(TAGGED_FLAG);
  return parts.map((part, index) => (index % 2 === 1 ? part : removeInvalidMarks(part))).join('');
}

/**
 * Cleans a name, title or tag for storage: a single line in NFC without invisible characters. Keeps joiners in emoji
 * and in scripts that need them.
 */
export function cleanLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  const spacedText = text.replace(/[^\S\ufeff]+|\u0085/gu, ' ');
  return cleanText(spacedText).replace(/ {2,}/g, ' ').trim();
}

/** Cleans a message for storage like `cleanLine`, but keeps line breaks. */
export function cleanParagraph(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[^\S\n\ufeff]/gu, ' ');
  if (PLAIN_PARAGRAPH.test(lines)) return lines.trim();
  return cleanText(lines).trim();
}

/** Returns whether there's a visible letter or digit. */
export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(cleanLine(text));

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the length as users see it: an emoji or a letter with its accents counts as one character. */
export function countGraphemes(text: string): number {
  return PLAIN_PARAGRAPH.test(text) ? text.length : [...graphemes.segment(text)].length;
}

/** Returns the beginning of a line without cutting a character in two. */
export function clipText(line: string, max: number): string {
  if (isWithinLength(line, max)) return line;
  const graphemesKept: string[] = [];
  for (const { segment } of graphemes.segment(line)) {
    if (!isWithinLength([...graphemesKept, segment].join(''), max)) break;
    graphemesKept.push(segment);
  }
  return graphemesKept.join('').trimEnd();
}

/** Maximum average number of code points per character: a family emoji has seven, a letter with accents three. */
const MAX_CODE_POINTS_PER_GRAPHEME = 4;

/** Returns whether the length is at most `max` by both counts: what users see and what the database stores. */
export function isWithinLength(text: string, max: number): boolean {
  return text.length <= max || (countGraphemes(text) <= max && [...text].length <= max * MAX_CODE_POINTS_PER_GRAPHEME);
}

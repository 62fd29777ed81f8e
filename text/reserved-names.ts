import unhomoglyph from 'unhomoglyph';
import { cleanLine } from './clean-text.ts';
import { withPlainLetters } from './look-alikes.ts';

/** Words that are reserved anywhere in a name. */
const TITLES = parseWords(
  'admin admins administrator administrators administration moderator moderators sysadmin superadmin webmaster superuser',
  'administrador administradora moderador moderadora administrateur modérateur администратор админ модератор',
  '管理员 管理員 管理者 管理人 運営 版主 관리자 운영자 運営者 amministratore moderatore yönetici beheerder モデレーター',
);
/** Words that are reserved in a name without other words, and next to our product's name. */
const ROLES = parseWords(
  'mod mods moderation staff support help helpdesk official system security billing payments refunds root hq ceo',
  'customerservice servicedesk soporte suporte ayuda assistance поддержка 客服',
);
/** Words reserved only next to our product's name, because many people are called Dev. */
const BRAND_ROLES = parseWords('owner founder cofounder founders dev devs developer developers employee bot');
/** Filler words that don't identify anyone. */
const FILLERS = parseWords(
  'the a an our your of and for team site community server customer service desk account accounts member agent message verified',
);
/** Labels that the product uses for deleted players or for everyone. */
const OWN_NAMES = parseWords('everyone deletedplayer deleteduser deletedaccount deletedmember');

/** Replaces letters, digits and signs that look alike with one common form. */
function foldLookalikes(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[1i|!ı]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/3/g, 'e')
    .replace(/[4@]/g, 'a')
    .replace(/[5$]/g, 's')
    .replace(/[7+]/g, 't');
}

function parseWords(...lines: string[]): ReadonlySet<string> {
  return new Set(
    lines
      .flatMap((line) => line.split(' '))
      .flatMap((word) => [foldLookalikes(word), foldLookalikes(unhomoglyph(word))]),
  );
}

const brand = foldLookalikes('planetcrew');

/** Number of characters to check, because the patterns below are slow on long text. */
const MAX_LENGTH = 100;

/** Returns a pattern for words that people also write together, such as "supportagent". */
const createJoinableSet = (...sets: ReadonlySet<string>[]) =>
  sets.flatMap((set) => [...set].filter((word) => /^[a-z]+$/.test(word))).join('|');
const joinableFillers = [foldLookalikes('the'), ...[...FILLERS].filter((word) => /^[a-z]{4,}$/.test(word))].join('|');
const JOINED_ROLES = new RegExp(
  `^(?:${joinableFillers})*(?:${createJoinableSet(ROLES, TITLES)})(?:${createJoinableSet(ROLES, TITLES)}|${joinableFillers})*$`,
);
const BRAND_COMPANION = new RegExp(`^(?:${createJoinableSet(ROLES, TITLES, BRAND_ROLES)}|${joinableFillers})*$`);

const tokenize = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Turns `a d m i n Bob` into `admin Bob`. */
const removeSpacing = (tokens: string[]): string[] =>
  tokens
    .join(' ')
    .replace(/(?<=^| )(\S) (?=\S(?: |$))/gu, '$1')
    .split(' ');

/**
 * Lists the possible readings of a name: with or without look-alikes from other alphabets, and with signs and digits
 * read as letters or not.
 */
function listReadings(name: string): string[][] {
  const cleanName = cleanLine(name.slice(0, MAX_LENGTH));
  const withoutNumbers = cleanName.replace(/\d+(?![\p{L}\p{N}])/gu, ' ');
  const splitName = cleanName
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\d)(?=\p{L}{4})/gu, ' ')
    .replace(/\d+/g, ' ');
  const readings = [cleanName, withoutNumbers, splitName]
    .flatMap((text) => [text, text.replace(/(\p{L})\1{2,}/giu, '$1')])
    .flatMap((text) => [text, text.replace(/[!|$@+]/g, ' ')]);
  return [...new Set(readings)]
    .flatMap((text) => [text, unhomoglyph(text), unhomoglyph(withPlainLetters(text))])
    .map((text) => tokenize(foldLookalikes(text)))
    .flatMap((tokens) => [tokens, removeSpacing(tokens)]);
}

function looksReserved(tokens: readonly string[]): boolean {
  const compactText = tokens.join('');
  if (TITLES.has(compactText) || ROLES.has(compactText) || OWN_NAMES.has(compactText) || JOINED_ROLES.test(compactText))
    return true;
  if (tokens.some((token) => TITLES.has(token))) return true;
  const meaningfulTokens = tokens.filter((token) => !FILLERS.has(token));
  if (meaningfulTokens.length > 0 && meaningfulTokens.every((token) => ROLES.has(token))) return true;
  if (!compactText.includes(brand)) return false;
  const remainders = [meaningfulTokens.join(''), compactText].map((text) => text.replace(brand, ''));
  if (remainders.some((remainder) => BRAND_COMPANION.test(remainder))) return true;
  return meaningfulTokens.some((token) => ROLES.has(token) || BRAND_ROLES.has(token));
}

/**
 * Returns whether a name looks like the product's own or a staff member's, even when it's spelled with look-alike
 * letters (UTS #39).
 */
export const isReservedName = (name: string): boolean => listReadings(name).some(looksReserved);

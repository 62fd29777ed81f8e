/** Characters of the GSM 7-bit alphabet (3GPP TS 23.038), and those that take two positions in it. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';

/** Length of a single text message, and of each part of a longer one, by alphabet. */
const MESSAGE_LENGTHS = { gsm: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } };

/** Replacements for typographic characters that would limit the whole message to 70 characters. */
const PLAIN: Record<string, string> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  ' ': ' ',
};

/** Replaces typographic characters with cheaper ones. */
const toPlainCharacters = (text: string) => text.replaceAll(/[“”„‘’–—… ]/g, (sign) => PLAIN[sign]!);

/** @returns the number of text messages that are billed */
export function countSmsParts(text: string): number {
  const places = countCharacters(text);
  const { single, part } = MESSAGE_LENGTHS[isGsm(text) ? 'gsm' : 'ucs2'];
  return places <= single ? 1 : Math.ceil(places / part);
}

const isGsm = (text: string) => [...text].every((sign) => BASIC.includes(sign) || EXTENDED.includes(sign));

function countCharacters(text: string): number {
  if (!isGsm(text)) return text.length;
  return [...text].reduce((sum, sign) => sum + (EXTENDED.includes(sign) ? 2 : 1), 0);
}

const ELLIPSIS = '...';

/**
 * Shortens a text so that it's billed as at most this many messages. It cuts words at the end of the text but keeps the
 * link that follows.
 * @param after text that's kept as it is, however long
 */
export function fitText(text: string, after: string, mostParts: number): string {
  const plainText = toPlainCharacters(text);
  const end = after ? ` ${after}` : '';
  if (countSmsParts(plainText + end) <= mostParts) return plainText + end;
  const words = plainText.split(' ');
  while (words.length > 1 && countSmsParts(`${words.join(' ')}${ELLIPSIS}${end}`) > mostParts) words.pop();
  const letters = [...words.join(' ')];
  // The text may be a single word as long as a message.
  while (letters.length > 0 && countSmsParts(`${letters.join('')}${ELLIPSIS}${end}`) > mostParts) letters.pop();
  return `${letters.join('')}${ELLIPSIS}${end}`;
}

/** Letters by the characters that people write instead of them: leetspeak, then Cyrillic and Greek look-alikes. */
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '+': 't',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  к: 'k',
  т: 't',
  м: 'm',
  н: 'h',
  в: 'b',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ι: 'i',
  ρ: 'p',
  τ: 't',
  υ: 'y',
  ν: 'v',
  κ: 'k',
};
/** Characters that can mean i or l depending on the word, all treated as the same letter. */
const I_OR_L = /[l1!|]/g;
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}\p{Cc}]/gu;
const SPELLED_OUT = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\s._*~-]{1,2}[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu;

const toLetters = (text: string) => text.replace(/./gu, (sign) => LOOKALIKES[sign] ?? sign).replace(I_OR_L, 'i');

function normalizeText(text: string): string {
  return text
    .replace(/[\n\t]/g, ' ')
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(/\s+/g, ' ');
}

/** Lists the possible readings of a text. */
function listReadings(text: string): string[] {
  const normalizedText = normalizeText(text);
  const joinedText = normalizedText.replace(SPELLED_OUT, (run) => run.replace(/[^\p{L}\p{N}]/gu, ''));
  // "retaaard": no English word has three of the same letter in a row, so check it with one and with two.
  const squeezedTexts = [joinedText.replace(/(.)\1{2,}/gu, '$1'), joinedText.replace(/(.)\1{2,}/gu, '$1$1')];
  return [normalizedText, joinedText, ...squeezedTexts].map(toLetters);
}

/**
 * Finds the first blocked word in a text, even when it's disguised with case, accents, leetspeak, look-alike letters,
 * zero-width characters, letters spelled out with dots or spaces, or repeated letters.
 * @param blockedWords entries of the operator's list; blank ones are ignored
 * @returns the entry as written in the list, or undefined
 */
export function findBlockedWord(text: string, blockedWords: readonly string[]): string | undefined {
  const readings = listReadings(text);
  return blockedWords.find((word) => {
    const letters = toLetters(normalizeText(word)).trim();
    return letters !== '' && readings.some((reading) => reading.includes(letters));
  });
}

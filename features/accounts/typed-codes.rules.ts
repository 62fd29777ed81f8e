const DIGIT = /\p{Nd}/u;

/** Converts a digit of any script to ASCII. Each script has its ten digits in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * Reads a six-digit code as people type or paste it: with spaces, in the digits of another script, or with the text
 * around it.
 */
export function readTypedCode(text: string): string | undefined {
  const plain = text.normalize('NFKC').replaceAll(/[^\P{Nd}0-9]/gu, toAsciiDigit);
  const digits = plain.replaceAll(/\D/g, '');
  if (digits.length === 6) return digits;
  const codes = plain.match(/(?<!\d)\d{3}[ -]?\d{3}(?!\d)/g) ?? [];
  return codes.length === 1 ? codes[0].replaceAll(/\D/g, '') : undefined;
}

/** Each line is one way of writing; names in two of them at once are how addresses are forged. */
const WRITINGS = [
  // What our own readers tell apart: without the dotless i and the letters of phonetic alphabets.
  /^[a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưșț\u1ea0-\u1ef9]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]+$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}]+$/u,
  /^\p{Script=Cyrillic}+$/u,
  /^\p{Script=Greek}+$/u,
  /^\p{Script=Arabic}+$/u,
  /^\p{Script=Hebrew}+$/u,
  /^[\p{Script=Thai}]+$/u,
  /^\p{Script=Devanagari}+$/u,
  /^\p{Script=Armenian}+$/u,
  /^\p{Script=Georgian}+$/u,
];
/** Letters that look like Latin ones: a name of nothing else can be read as a Latin name. */
const LIKE_LATIN = /^[аысԁеԍһіїюјӏорԗԛѕԝхуъьҽпгѵѡαβγεηικνορτυχωὰάὲέὴήὶίὸόὺύὼώագզէիհճյոպսվցրքօ]+$/u;

function isUnambiguousHost(label: string): boolean {
  if (/^[a-z0-9-]*$/.test(label)) return !label.startsWith('xn--');
  const letters = label.replace(/[0-9-]/g, '');
  return WRITINGS.some((writing) => writing.test(letters)) && !LIKE_LATIN.test(letters);
}

/**
 * An address as it is shown. Where its host is not what it looks like (alphabets mix, letters pass for others, or it was
 * typed in some other way than hosts are written), it is spelled in ASCII, as the browser asks for it.
 */
export function formatAddress(typed: string, { href, host }: { href: string; host: string }): string {
  const [, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(typed) ?? [];
  const name = authority.normalize('NFC').toLowerCase();
  const labels = name.replace(/:\d+$/, '').split('.');
  const isIdentical = name.replace(/:(80|443)$/, '') === host;
  return (isIdentical || /[^\x20-\x7e]/.test(name)) && labels.every(isUnambiguousHost) ? typed : href;
}

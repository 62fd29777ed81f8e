/** Allowed scripts for a host label, one per line. Forged addresses often mix two scripts in one name. */
const ALLOWED_SCRIPTS = [
  // Latin letters that readers can tell apart: no dotless i and no phonetic letters.
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
/** Letters that look like Latin ones. A label made up only of these can be mistaken for a Latin one. */
const LATIN_LOOKALIKES = /^[аысԁеԍһіїюјӏорԗԛѕԝхуъьҽпгѵѡαβγεηικνορτυχωὰάὲέὴήὶίὸόὺύὼώագզէիհճյոպսվցրքօ]+$/u;

function isUnambiguousHost(label: string): boolean {
  if (/^[a-z0-9-]*$/.test(label)) return !label.startsWith('xn--');
  const letters = label.replace(/[0-9-]/g, '');
  return ALLOWED_SCRIPTS.some((pattern) => pattern.test(letters)) && !LATIN_LOOKALIKES.test(letters);
}

/**
 * Formats an address for display. If its host may be deceptive (mixed scripts, look-alike letters or an unusual
 * spelling), shows the address in ASCII, as the browser requests it.
 */
export function formatAddress(url: string, { href, host }: { href: string; host: string }): string {
  const [, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  const name = authority.normalize('NFC').toLowerCase();
  const labels = name.replace(/:\d+$/, '').split('.');
  const isIdentical = name.replace(/:(80|443)$/, '') === host;
  return (isIdentical || /[^\x20-\x7e]/.test(name)) && labels.every(isUnambiguousHost) ? url : href;
}

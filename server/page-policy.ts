import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi;

/** What search engines read is data: no browser runs it, so no policy has to bless it. */
const DATA = /\stype="application\/ld\+json"/;

const listInlineScripts = (html: string) =>
  [...html.matchAll(INLINE_SCRIPT)]
    .map(([, attributes = '', content = '']) => ({ attributes, content }))
    .filter(({ attributes }) => !DATA.test(attributes));

/**
 * Inline scripts that nobody of us wrote: they neither carry the mark of this rendering, which nothing that came from
 * outside can know, nor are one of our constants.
 * @param mark random for each rendering; React and the router put it on what they write as `nonce`
 * @returns what stands in them
 */
export function findForeignScripts(html: string, mark: string, constants: readonly string[]): string[] {
  return listInlineScripts(html)
    .filter(({ attributes, content }) => !attributes.includes(`nonce="${mark}"`) && !constants.includes(content))
    .map(({ content }) => content);
}

/** Takes the mark of a rendering out again: a page is answered many times, and a mark that all readers see is none. */
export const removeMark = (html: string, mark: string) => html.replaceAll(` nonce="${mark}"`, '');

/**
 * Scripts and styles come from this origin only. Our inline scripts, which carry a page's data, are named by their hash
 * instead of a nonce, because a page is rendered once and answered many times, by us and by caches in front of us.
 * @param strange contents that get no blessing
 */
export function contentSecurityPolicy(html: string, strange: readonly string[]): string {
  const ours = listInlineScripts(html)
    .map(({ content }) => content)
    .filter((content) => !strange.includes(content));
  const hashes = ours.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    "style-src 'self'",
    // React writes computed positions of our drawings as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    'frame-src https://player.twitch.tv',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi;

/** Structured data for search engines. Browsers don't run it, so the policy doesn't need to allow it. */
const DATA = /\stype="application\/ld\+json"/;

const listInlineScripts = (html: string) =>
  [...html.matchAll(INLINE_SCRIPT)]
    .map(([, attributes = '', content = '']) => ({ attributes, content }))
    .filter(({ attributes }) => !DATA.test(attributes));

/**
 * Finds inline scripts that we didn't write: they aren't one of our constants and don't carry this render's nonce,
 * which injected content can't know.
 * @param mark random for each render; React and the router set it as `nonce` on the scripts they write
 * @returns their contents
 */
export function findForeignScripts(html: string, mark: string, constants: readonly string[]): string[] {
  return listInlineScripts(html)
    .filter(({ attributes, content }) => !attributes.includes(`nonce="${mark}"`) && !constants.includes(content))
    .map(({ content }) => content);
}

/** Removes a render's nonce, because a page is served many times and a nonce that all visitors see is worthless. */
export const removeNonce = (html: string, mark: string) => html.replaceAll(` nonce="${mark}"`, '');

/**
 * Builds the policy: scripts and styles from this origin only. Our inline scripts, which carry a page's data, are
 * allowed by hash instead of a nonce, because a page is rendered once but served many times, by us and by caches in
 * front of us.
 * @param foreignScripts contents of scripts that aren't allowed
 */
export function createContentSecurityPolicy(html: string, foreignScripts: readonly string[]): string {
  const ownScripts = listInlineScripts(html)
    .map(({ content }) => content)
    .filter((content) => !foreignScripts.includes(content));
  const hashes = ownScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    "style-src 'self'",
    // React writes the computed positions of our drawings as style attributes.
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

import { EARLY_REQUESTS, EARLY_SCRIPTS_ATTRIBUTE } from '../web/early-requests.ts';
import type { MemberScripts } from './localized-assets.ts';

const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const EARLY_REQUESTS_TAG = `<meta name="${EARLY_REQUESTS}"`;
const ENTRY = /<script type="module" async="">([\s\S]*?)<\/script>/;
const STATIC_IMPORT = /^import \* as (\w+) from ("[^"]+");$/gm;

/**
 * Script that waits for the first paint. A background page never paints and must not wait. Nor does a page that has
 * sent early requests, because its scripts have been requested already.
 */
const WAIT_FOR_PAINT = `if (!globalThis.takeEarlyAnswer) await new Promise((go) => {
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
  else requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, document.hidden ? 0 : 2000);
});`;

/**
 * Defers a page's scripts. A page is complete before any script runs, so on a slow connection its styles, fonts and
 * pictures should load first. All scripts are requested at once after the first paint. The framework has no setting for
 * this.
 * @param memberScripts requested with the others if a session is stored
 * @returns the page with the preloads and imports of its entry deferred; unchanged if it has no entry
 */
export function deferScripts(html: string, memberScripts: MemberScripts = { account: [], parts: [] }): string {
  const entry = html.match(ENTRY)?.[1];
  if (entry === undefined) return html;
  const preloads = [...html.matchAll(MODULE_PRELOAD)].map(([, href]) => href ?? '');
  const { account, parts } = memberScripts;
  const ownParts = parts.filter((href) => !preloads.includes(href));
  // The member script has marked the document.
  const ifMember = (scripts: readonly string[]) =>
    scripts.length > 0 ? [`...('member' in document.documentElement.dataset ? ${JSON.stringify(scripts)} : [])`] : [];
  const all = [...ifMember(account), `...${JSON.stringify(preloads)}`, ...ifMember(ownParts)].join(', ');
  const imports = [...entry.matchAll(STATIC_IMPORT)];
  const script = [
    WAIT_FOR_PAINT,
    `for (const href of globalThis.takeEarlyAnswer ? [] : [${all}]) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`,
    `const [${imports.map(([, name]) => name)}] = await Promise.all([${imports.map(([, , from]) => `import(${from})`)}]);`,
    entry.replace(STATIC_IMPORT, ''),
  ].join('\n');
  // The first script requests these together with the page's data, which doesn't need the account client.
  const early = [...preloads, ...ownParts].join(' ');
  return html
    .replace(MODULE_PRELOAD, '')
    .replace(EARLY_REQUESTS_TAG, `$& ${EARLY_SCRIPTS_ATTRIBUTE}="${early}"`)
    .replace(entry, () => script);
}

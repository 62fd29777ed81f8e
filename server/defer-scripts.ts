const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const ENTRY = /<script type="module" async="">([\s\S]*?)<\/script>/;
const STATIC_IMPORT = /^import \* as (\w+) from ("[^"]+");$/gm;

/** Until something of the page can be seen; a page in the background shows nothing, and must not wait for it. */
const PAINTED = `await new Promise((go) => {
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
  else requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, document.hidden ? 0 : 2000);
});`;

/**
 * A page is whole before any script runs, so over a slow line its styles, fonts and pictures come first: its scripts
 * are asked for once it has been painted, then all at once. The framework has no setting for that.
 * @returns the page with its preloads and the imports of its entry put off; unchanged when it has no entry
 */
export function deferScripts(html: string): string {
  const entry = html.match(ENTRY)?.[1];
  if (entry === undefined) return html;
  const preloads = JSON.stringify([...html.matchAll(MODULE_PRELOAD)].map(([, href]) => href));
  const imports = [...entry.matchAll(STATIC_IMPORT)];
  const late = [
    PAINTED,
    `for (const href of ${preloads}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`,
    `const [${imports.map(([, name]) => name)}] = await Promise.all([${imports.map(([, , from]) => `import(${from})`)}]);`,
    entry.replace(STATIC_IMPORT, ''),
  ].join('\n');
  return html.replace(MODULE_PRELOAD, '').replace(entry, () => late);
}

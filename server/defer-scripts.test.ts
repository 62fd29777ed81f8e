import { expect, test } from 'vitest';
import { deferScripts } from './defer-scripts.ts';

const page = [
  '<head><link rel="stylesheet" href="/assets/root.css"/>',
  '<link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/shell.js"/></head>',
  '<body><p>words</p><script type="module" async="">;\nimport * as route0 from "/assets/root.js";',
  'import * as route1_main from "/assets/home.js";',
  'const route1 = {...route1_main};',
  'window.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/entry.js");</script></body>',
].join('\n');

test('requests no scripts before the first paint', () => {
  const deferredPage = deferScripts(page);
  expect(deferredPage).not.toContain('<link rel="modulepreload"');
  expect(deferredPage).not.toMatch(/^import \*/m);
  expect(deferredPage.indexOf('PerformanceObserver')).toBeLessThan(deferredPage.indexOf('/assets/entry.js'));
});

test("keeps the names of the entry's imports and preloads them all at once", () => {
  const deferredPage = deferScripts(page);
  expect(deferredPage).toContain(
    'const [route0,route1_main] = await Promise.all([import("/assets/root.js"),import("/assets/home.js")]);',
  );
  expect(deferredPage).toContain(
    'for (const href of globalThis.takeEarlyAnswer ? [] : [...["/assets/entry.js","/assets/shell.js"]])',
  );
  expect(deferredPage).toContain('import("/assets/entry.js");</script></body>');
  expect(deferredPage).toContain('<link rel="stylesheet" href="/assets/root.css"/>');
});

test("doesn't wait for the first paint of a page that has sent early requests", () => {
  expect(deferScripts(page)).toContain('if (!globalThis.takeEarlyAnswer) await new Promise');
});

test("requests members' scripts with the others if a session is stored", () => {
  const memberScripts = { account: ['/assets/account.js'], parts: ['/assets/panels.js', '/assets/shell.js'] };
  expect(deferScripts(page, memberScripts)).toContain(
    [
      `for (const href of globalThis.takeEarlyAnswer ? [] : [...('member' in document.documentElement.dataset ? ["/assets/account.js"] : [])`,
      '...["/assets/entry.js","/assets/shell.js"]',
      `...('member' in document.documentElement.dataset ? ["/assets/panels.js"] : [])])`,
    ].join(', '),
  );
});

test('lists the scripts for the first script of a page with early requests', () => {
  const early = page.replace('<head>', '<head><meta name="early-requests" content="/api/queue"/>');
  expect(deferScripts(early, { account: ['/assets/account.js'], parts: ['/assets/panels.js'] })).toContain(
    '<meta name="early-requests" data-scripts="/assets/entry.js /assets/shell.js /assets/panels.js" content="/api/queue"/>',
  );
});

test('leaves a page without an entry unchanged', () => {
  expect(deferScripts('<p>words</p>')).toBe('<p>words</p>');
});

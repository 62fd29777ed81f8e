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
  const late = deferScripts(page);
  expect(late).not.toContain('<link rel="modulepreload"');
  expect(late).not.toMatch(/^import \*/m);
  expect(late.indexOf('PerformanceObserver')).toBeLessThan(late.indexOf('/assets/entry.js'));
});

test("keeps the names of the entry's imports and preloads them all at once", () => {
  const late = deferScripts(page);
  expect(late).toContain(
    'const [route0,route1_main] = await Promise.all([import("/assets/root.js"),import("/assets/home.js")]);',
  );
  expect(late).toContain('for (const href of ["/assets/entry.js","/assets/shell.js"])');
  expect(late).toContain('import("/assets/entry.js");</script></body>');
  expect(late).toContain('<link rel="stylesheet" href="/assets/root.css"/>');
});

test('leaves a page without an entry unchanged', () => {
  expect(deferScripts('<p>words</p>')).toBe('<p>words</p>');
});

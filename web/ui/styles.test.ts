import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Classes that a style sheet gives a look of their own: those that stand alone before a brace. */
function ownClasses(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[{}])\s*((?:\.[a-z][\w-]*[\s,]*)+)\{/g);
  return [...rules].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((selector) => selector.trim())
      .filter((selector) => /^\.[\w-]+$/.test(selector)),
  );
}

/** All pages of somebody signed in load the sheets of several features: a name that two of them take looks like both. */
function takenTwice(sheets: ReadonlyMap<string, string>): string[] {
  const owners = new Map<string, Set<string>>();
  for (const [path, css] of sheets)
    for (const name of ownClasses(css)) owners.set(name, (owners.get(name) ?? new Set()).add(path));
  return [...owners].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

test('each class has its look from one style sheet', () => {
  const paths = globSync('{web,features}/**/*.css', { cwd: ROOT });
  expect(paths.length).toBeGreaterThan(20);
  expect(takenTwice(new Map(paths.map((path) => [path, readFileSync(ROOT + path, 'utf8')])))).toEqual([]);
});

test('one that is planted twice is named, also in a list, in a media query and behind a comment', () => {
  const planted = new Map([
    ['a.css', '.check { color: red }\n.fine { color: red }'],
    ['b.css', '@media print { /* .fine { } */ .other, .check { color: blue } }\n.check .fine { color: blue }'],
  ]);
  expect(takenTwice(planted)).toEqual(['.check: a.css, b.css']);
});

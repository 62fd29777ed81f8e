import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Returns the classes a stylesheet styles directly, with a selector of that class alone. */
function listOwnClasses(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[{}])\s*((?:\.[a-z][\w-]*[\s,]*)+)\{/g);
  return [...rules].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((selector) => selector.trim())
      .filter((selector) => /^\.[\w-]+$/.test(selector)),
  );
}

/**
 * Returns class names that two stylesheets style. A signed-in page loads the sheets of several features, so such a
 * class would get both styles.
 */
function findDuplicateClasses(sheets: ReadonlyMap<string, string>): string[] {
  const owners = new Map<string, Set<string>>();
  for (const [path, css] of sheets)
    for (const name of listOwnClasses(css)) owners.set(name, (owners.get(name) ?? new Set()).add(path));
  return [...owners].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

test('styles each class in only one stylesheet', () => {
  // These two stylesheets change the styles of all others, for paper and for forced colors.
  const paths = globSync('{web,features}/**/*.css', { cwd: ROOT }).filter(
    (path) => !/\/(forced|print)\.css$/.test(path),
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(findDuplicateClasses(new Map(paths.map((path) => [path, readFileSync(ROOT + path, 'utf8')])))).toEqual([]);
});

test('reports a class defined in two files, even in a selector list, in a media query or after a comment', () => {
  const testFiles = new Map([
    ['a.css', '.check { color: red }\n.fine { color: red }'],
    ['b.css', '@media print { /* .fine { } */ .other, .check { color: blue } }\n.check .fine { color: blue }'],
  ]);
  expect(findDuplicateClasses(testFiles)).toEqual(['.check: a.css, b.css']);
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { iconNames } from './icon-names.ts';

const here = (path: string) => new URL(path, import.meta.url);

describe('what the design system sends', () => {
  test('fonts weigh at most 70 KB together', () => {
    const files = readdirSync(here('./fonts')).filter((name) => name.endsWith('.woff2'));
    const bytes = files.reduce((sum, name) => sum + statSync(here(`./fonts/${name}`)).size, 0);
    expect(files).toHaveLength(2);
    expect(bytes).toBeLessThanOrEqual(70_000);
  });

  test('every icon name has its drawing and every drawing its name', () => {
    const sprite = readFileSync(here('./icons.svg'), 'utf8');
    const drawn = [...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map(([, id]) => id);
    expect(drawn.toSorted()).toEqual(iconNames.toSorted());
  });

  test('no picture of the sky or the icons is over 20 KB', () => {
    for (const file of ['./icons.svg', './favicon.svg']) expect(statSync(here(file)).size).toBeLessThan(20_000);
  });
});

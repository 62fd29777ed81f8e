import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { iconNames } from './icon-names.ts';

const toUrl = (path: string) => new URL(path, import.meta.url);

describe('asset folder', () => {
  test('keeps all fonts within 70 KB in total', () => {
    const files = readdirSync(toUrl('./fonts')).filter((name) => name.endsWith('.woff2'));
    const bytes = files.reduce((sum, name) => sum + statSync(toUrl(`./fonts/${name}`)).size, 0);
    expect(files).toHaveLength(2);
    expect(bytes).toBeLessThanOrEqual(70_000);
  });

  test('includes one drawing per icon name, and no others', () => {
    const sprite = readFileSync(toUrl('./icons.svg'), 'utf8');
    const names = [...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map(([, id]) => id);
    expect(names.toSorted()).toEqual(iconNames.toSorted());
  });

  test('keeps the icons and the favicon within 20 KB each', () => {
    for (const file of ['./icons.svg', './favicon.svg']) expect(statSync(toUrl(file)).size).toBeLessThan(20_000);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isRuntimePackageFile, isRuntimeSource, type LockedPackages, listRuntimePackages } from './image-root.ts';

describe('listRuntimePackages', () => {
  test('follows imports to the package that Node would load, without optional peers', () => {
    const packages: LockedPackages = {
      '': { dependencies: { a: '1', vite: '1' } },
      'node_modules/a': { dependencies: { b: '1' }, peerDependencies: { c: '1', d: '1', e: '1' } },
      'node_modules/a/node_modules/b': { optionalDependencies: { f: '1' } },
      'node_modules/b': {},
      'node_modules/c': {},
      'node_modules/d': {},
      'node_modules/f': {},
      'node_modules/vite': {},
    };
    packages['node_modules/a']!.peerDependenciesMeta = { d: { optional: true } };
    expect(listRuntimePackages(packages)).toEqual([
      ...['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c', 'node_modules/f'],
    ]);
  });

  test('leaves out tools for development, the build and the embedded database', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: LockedPackages };
    const paths = listRuntimePackages(packages);
    expect(paths).toContain('node_modules/hono');
    for (const name of ['vite', 'vitest', 'typescript', 'rolldown', 'lightningcss', '@electric-sql/pglite']) {
      expect(paths).not.toContain(`node_modules/${name}`);
    }
  });
});

test('leaves out tests and files that Node never loads', () => {
  const sources = ['server/main.ts', 'server/env.test.ts', 'db/test-postgres.ts', 'tools/cluster', 'tools/admin.ts'];
  expect(sources.filter(isRuntimeSource)).toEqual(['server/main.ts', 'tools/admin.ts']);
  const files = ['zod/index.js', 'zod/index.d.cts', 'zod/src/index.ts', 'pdfkit/.yarn', 'hono/LICENSE', 'a/b.map'];
  expect(files.filter(isRuntimePackageFile)).toEqual(['zod/index.js', 'hono/LICENSE']);
});

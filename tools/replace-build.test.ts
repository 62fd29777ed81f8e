import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEW_BUILD, replaceBuild } from './replace-build.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'builds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

function writeBuild(version: number): void {
  for (const path of [`client/assets/home-${version}.js`, `client/assets/de1/home-${version}.js`, 'server/index.js']) {
    const file = join(folder, NEW_BUILD, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(version));
  }
}

function build(version: number): void {
  writeBuild(version);
  replaceBuild(folder);
}

describe('replaceBuild', () => {
  test('makes the first build the current one', () => {
    build(1);
    expect(read('build/server/index.js')).toBe('1');
    expect(existsSync(join(folder, NEW_BUILD))).toBe(false);
  });

  test('keeps the scripts of the build before, in every language', () => {
    build(1);
    build(2);
    expect(read('build/server/index.js')).toBe('2');
    expect(read('build/client/assets/home-2.js')).toBe('2');
    expect(read('build/earlier/assets/home-1.js')).toBe('1');
    expect(read('build/earlier/assets/de1/home-1.js')).toBe('1');
    expect(existsSync(join(folder, 'build/client/assets/home-1.js'))).toBe(false);
  });

  test('keeps the scripts of only one earlier build', () => {
    for (const version of [1, 2, 3]) build(version);
    expect(read('build/earlier/assets/home-2.js')).toBe('2');
    expect(existsSync(join(folder, 'build/earlier/assets/home-1.js'))).toBe(false);
  });

  test('removes what an interrupted replacement left', () => {
    build(1);
    mkdirSync(join(folder, 'build-earlier/client/assets'), { recursive: true });
    writeFileSync(join(folder, 'build-earlier/client/assets/home-0.js'), '0');
    build(2);
    expect(existsSync(join(folder, 'build-earlier'))).toBe(false);
    expect(existsSync(join(folder, 'build/earlier/assets/home-0.js'))).toBe(false);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { rulesSchema } from './matcher-schema.ts';
import { FORMAT_VERSIONS, readPool, readResult, readRules } from './read-formats.ts';
import { runMatcher } from './run.ts';
import { verifyResult } from './verify.ts';

/** Reads a stored file, exactly as its release wrote or accepted it. Never change these files. */
const fileOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./earlier-formats/${name}.json`, import.meta.url), 'utf8'));
const READERS = { pool: readPool, rules: readRules, result: readResult };
type Name = keyof typeof READERS;
const names = Object.keys(READERS) as Name[];

describe('matcher file format', () => {
  it('has one stored file for every version', () => {
    const files = globSync('matcher/earlier-formats/*.json').map((path) => path.split('/').at(-1)!.slice(0, -5));
    const expectedNames = names.flatMap((name) =>
      Array.from({ length: FORMAT_VERSIONS[name] }, (_, index) => `${name}.${index + 1}`),
    );
    expect(files.toSorted()).toEqual(expectedNames.toSorted());
  });

  const versions = names.flatMap((name) =>
    Array.from({ length: FORMAT_VERSIONS[name] }, (_, index) => [name, index + 1] as const),
  );
  it.each(versions)('reads a %s file of version %i with or without its version number', (name, version) => {
    const file = fileOf(`${name}.${version}`) as object;
    expect(READERS[name](file)).toEqual(READERS[name]({ ...file, version }));
  });

  it.each(names)('rejects a %s file from a newer release and explains why', (name) => {
    const newestVersion = FORMAT_VERSIONS[name];
    const file = { ...(fileOf(`${name}.${newestVersion}`) as object), version: newestVersion + 1 };
    expect(() => READERS[name](file)).toThrow(`version: ${newestVersion + 1} was written by a newer release`);
    for (const version of [0, 1.5, '1', null]) {
      expect(() => READERS[name]({ ...file, version })).toThrow('version: must be a whole number');
    }
  });
});

describe('earlier rules format', () => {
  it('fills in defaults that preserve the original behavior', () => {
    expect(readRules(fileOf('rules.1')).scales.commonModes).toEqual([0.5, 1]);
    for (const version of [1, 2]) expect(readRules(fileOf(`rules.${version}`)).waiting.reliabilityPoints).toBe(0);
    for (const version of [1, 2, 3]) expect(readRules(fileOf(`rules.${version}`)).queue).toEqual(defaultRules.queue);
    expect(readRules(fileOf('rules.4'))).toEqual(rulesSchema.parse(defaultRules));
  });

  it.each([1, 2, 3, 4])('matches a pool of each version with rules of version %i', (version) => {
    const rules = readRules(fileOf(`rules.${version}`));
    for (const pool of [1, 2, 3].map((one) => readPool(fileOf(`pool.${one}`)))) {
      const result = runMatcher(pool, rules, { seed: 1, effort: 'quick' });
      expect(result.squads.length).toBeGreaterThan(0);
      expect(verifyResult(pool, rules, readResult(JSON.parse(JSON.stringify(result))))).toEqual([]);
    }
  });
});

it('verifies a result of version 1 against its rules and pool', () => {
  const [pool, rules] = [readPool(fileOf('pool.1')), readRules(fileOf('rules.1'))];
  const result = readResult(fileOf('result.1'));
  expect(result.certificate.proof).toBe('quick');
  expect(result.squads).toHaveLength(2);
  expect(verifyResult(pool, rules, result)).toBeInstanceOf(Array);
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makePool } from '../bench/matcher/pools.ts';
import type { Result } from '../matcher/matcher-schema.ts';
import { FORMAT_VERSIONS } from '../matcher/read-formats.ts';
import { defaultRules, runMatcher } from '../matcher/run.ts';
import { ensureBuiltCommand } from './match-bundle.ts';
import { createFormatSchema, type JsonSchema } from './matcher-formats.ts';

const command = (...args: string[]) =>
  execFileSync(process.execPath, ['tools/match.js', ...args], { encoding: 'utf8' });

test("prints the matcher's formats as JSON Schema, with the required fields from docs/matcher.md", () => {
  const pool = JSON.parse(command('--schema', 'pool'));
  expect(pool.required).toEqual(['weekOf', 'players']);
  expect(pool.properties.players.items.required).toEqual([
    'id',
    'platform',
    'region',
    'positions',
    'modes',
    'languages',
  ]);
  expect(JSON.parse(command('--schema', 'result')).required).toContain('certificate');
});

test("describes each field with its own format's comment when formats share a field name", () => {
  const player = (createFormatSchema('pool').properties!.players!.items as JsonSchema).properties!;
  expect(player.positions!.description).toBe('Primary role first, then flex positions in order of preference.');
  const squad = (createFormatSchema('result').properties!.squads!.items as JsonSchema).properties!;
  expect(squad.positions).not.toHaveProperty('description');
});

test("lists the matcher's formats when asked for an unknown one", () => {
  expect(() => command('--schema', 'players')).toThrow(/--schema must be pool, rules, result, not players/);
});

test('produces the same matches bundled as from source, including on a helper thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-match-'));
  const pool = makePool('community', 3_200, 4);
  const [from, to] = [join(folder, 'pool.json'), join(folder, 'result.json')];
  writeFileSync(from, JSON.stringify(pool));
  const output = command('--pool', from, '--out', to, '--seed', '7', '--effort', 'quick');
  const { certificate, ...found } = JSON.parse(readFileSync(to, 'utf8')) as Result;
  rmSync(folder, { recursive: true });
  const { certificate: own, ...expected } = runMatcher(pool, defaultRules, { seed: 7, effort: 'quick' });
  expect(found).toEqual({ version: FORMAT_VERSIONS.result, ...JSON.parse(JSON.stringify(expected)) });
  expect(certificate.bound).toBe(own.bound);
  expect(output).toContain(`3200 players: ${own.squads} squads`);
});

test('writes a result file that fits its own format and no other, with or without explanations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-match-'));
  const [from, to] = [join(folder, 'pool.json'), join(folder, 'result.json')];
  writeFileSync(from, JSON.stringify(makePool('community', 60, 4)));
  command('--pool', from, '--out', to, '--explain');
  const savedResult = JSON.parse(readFileSync(to, 'utf8'));
  rmSync(folder, { recursive: true });
  const format = z.fromJSONSchema(createFormatSchema('result') as Parameters<typeof z.fromJSONSchema>[0]);
  expect(savedResult.squads[0].explanation.length).toBeGreaterThan(3);
  expect(format.safeParse(savedResult).error).toBeUndefined();
  expect(format.safeParse({ ...savedResult, squads: [{ ...savedResult.squads[0], score: 'high' }] }).success).toBe(
    false,
  );
});

test('bundles the match command once and reuses the bundle', async () => {
  const address = await ensureBuiltCommand();
  expect(address).toMatch(/\.cache\/planet-crew-match\/command\.js$/);
  const writtenBytes = readFileSync(fileURLToPath(address));
  expect(await ensureBuiltCommand()).toBe(address);
  expect(readFileSync(fileURLToPath(address))).toEqual(writtenBytes);
});

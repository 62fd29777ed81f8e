import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const command = (...args: string[]) =>
  execFileSync(process.execPath, ['tools/match.ts', ...args], { encoding: 'utf8' });

test('prints its formats as JSON Schema, with what must be given as docs/matcher.md says', () => {
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

test('says which formats there are when asked for another', () => {
  expect(() => command('--schema', 'players')).toThrow(/--schema must be pool, rules, result, not players/);
});

import { expect, test } from 'vitest';
import { readPool } from './read-formats.ts';

const player = (id: string) => ({
  id,
  platform: 'PS5',
  region: 'EU',
  positions: ['PG'],
  modes: ['Rec'],
  languages: ['English'],
});

test('rejects a pool with a duplicate id and names the id', () => {
  const players = [player('Ana'), player('Bo'), player('Ana')];
  expect(() => readPool({ weekOf: '2026-03-02', players })).toThrow('players.2.id: Ana is the id of somebody else too');
  expect(readPool({ weekOf: '2026-03-02', players: players.slice(1) }).players).toHaveLength(2);
});

test.each(['2026-03-03', '2026-02-30', '2026-13-40'])(
  'rejects %s because the week must start on a Monday',
  (weekOf) => {
    expect(() => readPool({ weekOf, players: [] })).toThrow('weekOf: weekOf must be a Monday');
  },
);

import { expect, test } from 'vitest';
import { readPool } from './read-formats.ts';

const createPlayer = (id: string) => ({
  id,
  platform: 'PS5',
  region: 'EU',
  positions: ['PG'],
  modes: ['Rec'],
  languages: ['English'],
});

test('rejects a pool with a duplicate id and names the id', () => {
  const players = [createPlayer('Ana'), createPlayer('Bo'), createPlayer('Ana')];
  expect(() => readPool({ weekOf: '2026-03-02', players })).toThrow(
    'players.2.id: Ana is also the id of another player',
  );
  expect(readPool({ weekOf: '2026-03-02', players: players.slice(1) }).players).toHaveLength(2);
});

test.each(['2026-03-03', '2026-02-30', '2026-13-40'])(
  'rejects %s because the week must start on a Monday',
  (weekOf) => {
    expect(() => readPool({ weekOf, players: [] })).toThrow('weekOf: weekOf must be a Monday');
  },
);

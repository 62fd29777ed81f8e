import { expect, test } from 'vitest';
import { inTurn, resting, TURNS, turnOf } from './landing-turns.ts';

const names = ['squads', 'bell', 'threads', 'live', 'tokens'];

test.each(Object.entries(TURNS))('the turns together run everything once: %s', (_what, turns) => {
  const all = Array.from({ length: turns }, (_, turn) => inTurn(names, turns, turn));
  expect(all.flat().toSorted()).toEqual(names.toSorted());
  const sizes = all.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('what has not its turn rests', () => {
  for (let turn = 0; turn < 3; turn += 1)
    expect([...inTurn(names, 3, turn), ...resting(names, 3, turn)].toSorted()).toEqual(names.toSorted());
});

test('each landing has a turn', () => {
  for (const turns of Object.values(TURNS)) expect(turnOf(turns)).toBeLessThan(turns);
});

import { expect, test } from 'vitest';
import { PHONE_TURNS, restingOnPhone, turnOf } from './landing-turns.ts';

test('the turns together walk every journey on the phone, each a half', () => {
  const specs = ['squads', 'bell', 'threads', 'live', 'tokens'];
  const resting = [0, 1].map((turn) => restingOnPhone(specs, turn));
  expect(resting.flat().toSorted()).toEqual(specs.toSorted());
  expect(resting.map(({ length }) => length)).toEqual([2, 3]);
});

test('each landing has a turn', () => {
  expect([0, 1]).toContain(turnOf(PHONE_TURNS));
});

import { expect, test } from 'vitest';
import { getRotationIndex, listInRotation, listOutOfRotation, ROTATIONS } from './ci-rotation.ts';

const names = ['squads', 'bell', 'threads', 'live', 'tokens'];

test.each(Object.entries(ROTATIONS))('covers everything exactly once per rotation: %s', (_what, turns) => {
  const all = Array.from({ length: turns }, (_, turn) => listInRotation(names, turns, turn));
  expect(all.flat().toSorted()).toEqual(names.toSorted());
  const sizes = all.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('splits all names into those to run and those to skip', () => {
  for (let turn = 0; turn < 3; turn += 1)
    expect([...listInRotation(names, 3, turn), ...listOutOfRotation(names, 3, turn)].toSorted()).toEqual(
      names.toSorted(),
    );
});

test('returns a valid turn for each rotation', () => {
  for (const turns of Object.values(ROTATIONS)) expect(getRotationIndex(turns)).toBeLessThan(turns);
});

import { describe, expect, test } from 'vitest';
import { createEmptyWeek } from './week-cells.ts';
import { fillBox, moveCell, toggleAll } from './week-paint.ts';

const on = (cells: readonly boolean[]) => cells.flatMap((cell, index) => (cell ? [index] : []));

describe('painting the week', () => {
  test('a stroke fills the box between its ends, in whichever direction it goes', () => {
    const down = fillBox(createEmptyWeek(), [19, 24 + 20], true);
    expect(on(down)).toEqual([19, 20, 43, 44]);
    expect(fillBox(createEmptyWeek(), [24 + 20, 19], true)).toEqual(down);
    expect(fillBox(createEmptyWeek(), [20, 24 + 19], true)).toEqual(down);
  });

  test('a stroke that began on a taken hour empties', () => {
    const full = createEmptyWeek().map(() => true);
    expect(on(fillBox(full, [0, 2], false))[0]).toBe(3);
  });

  test('a header takes all of its hours, and gives them back when it has them all', () => {
    const day = [24, 25, 26];
    const some = toggleAll(createEmptyWeek(), [25]);
    const all = toggleAll(some, day);
    expect(on(all)).toEqual(day);
    expect(on(toggleAll(all, day))).toEqual([]);
  });

  test('arrows follow what is seen: days down on wide screens, days across on narrow ones', () => {
    expect(moveCell(24 + 5, 'right', true)).toBe(24 + 6);
    expect(moveCell(24 + 5, 'down', true)).toBe(48 + 5);
    expect(moveCell(24 + 5, 'right', false)).toBe(48 + 5);
    expect(moveCell(24 + 5, 'down', false)).toBe(24 + 6);
  });

  test('the edges stop the walk', () => {
    expect(moveCell(0, 'left', true)).toBe(0);
    expect(moveCell(0, 'up', true)).toBe(0);
    expect(moveCell(167, 'right', true)).toBe(167);
    expect(moveCell(167, 'down', true)).toBe(167);
    expect(moveCell(30, 'last', true)).toBe(47);
    expect(moveCell(30, 'first', true)).toBe(24);
  });
});

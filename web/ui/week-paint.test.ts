import { describe, expect, test } from 'vitest';
import { createEmptyWeek } from './week-cells.ts';
import { fillBox, moveCell, toggleAll } from './week-paint.ts';

const on = (cells: readonly boolean[]) => cells.flatMap((cell, index) => (cell ? [index] : []));

describe('painting the week', () => {
  test('fills the box between the ends of a stroke, in either direction', () => {
    const down = fillBox(createEmptyWeek(), [19, 24 + 20], true);
    expect(on(down)).toEqual([19, 20, 43, 44]);
    expect(fillBox(createEmptyWeek(), [24 + 20, 19], true)).toEqual(down);
    expect(fillBox(createEmptyWeek(), [20, 24 + 19], true)).toEqual(down);
  });

  test('clears cells when the stroke started on a set hour', () => {
    const full = createEmptyWeek().map(() => true);
    expect(on(fillBox(full, [0, 2], false))[0]).toBe(3);
  });

  test('sets all hours of a clicked header, and clears them when all are set', () => {
    const day = [24, 25, 26];
    const partialWeek = toggleAll(createEmptyWeek(), [25]);
    const all = toggleAll(partialWeek, day);
    expect(on(all)).toEqual(day);
    expect(on(toggleAll(all, day))).toEqual([]);
  });

  test('moves the active cell by the visible layout: days are rows on wide screens, columns on narrow ones', () => {
    expect(moveCell(24 + 5, 'right', true)).toBe(24 + 6);
    expect(moveCell(24 + 5, 'down', true)).toBe(48 + 5);
    expect(moveCell(24 + 5, 'right', false)).toBe(48 + 5);
    expect(moveCell(24 + 5, 'down', false)).toBe(24 + 6);
  });

  test('stops moving at the edges', () => {
    expect(moveCell(0, 'left', true)).toBe(0);
    expect(moveCell(0, 'up', true)).toBe(0);
    expect(moveCell(167, 'right', true)).toBe(167);
    expect(moveCell(167, 'down', true)).toBe(167);
    expect(moveCell(30, 'last', true)).toBe(47);
    expect(moveCell(30, 'first', true)).toBe(24);
  });
});

import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { toReadingKey } from './reading-direction.ts';
import { fillBox, type Move, moveCell, toggleAll } from './week-paint.ts';

const moves: Record<string, Move> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

type WeekKeys = {
  grid: RefObject<HTMLElement | null>;
  cells: readonly boolean[];
  onFocus: (index: number) => void;
  onChange: (next: boolean[]) => void;
};

export const findCell = (grid: HTMLElement | null, index: number) =>
  grid?.querySelector<HTMLElement>(`[data-cell="${index}"]`) ?? null;

/**
 * Returns whether days are rows (wide screens) rather than columns (phones). Measures the layout, because the
 * stylesheet decides it.
 */
const areDaysRows = (grid: HTMLElement | null) =>
  (findCell(grid, 0)?.offsetTop ?? 0) === (findCell(grid, 1)?.offsetTop ?? 0);

/**
 * Keyboard control of the week editor: arrows move, space toggles, shift + arrows extend, shift/ctrl + space select a
 * day/an hour.
 */
export function useWeekKeys({ grid, cells, onFocus, onChange }: WeekKeys) {
  const stretch = useRef<{ anchor: number; base: readonly boolean[] } | null>(null);

  return (event: KeyboardEvent, index: number) => {
    const move = moves[toReadingKey(event)];
    if (move) {
      event.preventDefault();
      const next = moveCell(index, move, areDaysRows(grid.current));
      onFocus(next);
      findCell(grid.current, next)?.focus();
      if (!event.shiftKey) {
        stretch.current = null;
        return;
      }
      stretch.current ??= { anchor: index, base: cells };
      const { anchor, base } = stretch.current;
      onChange(fillBox(base, [anchor, next], base[anchor] ?? true));
      return;
    }
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    stretch.current = null;
    const all = cells.map((_, cell) => cell);
    if (event.shiftKey) {
      onChange(
        toggleAll(
          cells,
          all.filter((cell) => Math.floor(cell / 24) === Math.floor(index / 24)),
        ),
      );
    } else if (event.ctrlKey) {
      onChange(
        toggleAll(
          cells,
          all.filter((cell) => cell % 24 === index % 24),
        ),
      );
    } else {
      onChange(toggleAll(cells, [index]));
    }
  };
}

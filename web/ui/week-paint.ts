/** Pure rules of the week editor; the component only maps events to them. */

/** Returns a new week with every cell between two corners (days × hours, in any order) set to `isOn`. */
export function fillBox(cells: readonly boolean[], [from, to]: readonly [number, number], isOn: boolean): boolean[] {
  const days = [Math.floor(from / 24), Math.floor(to / 24)].sort((a, b) => a - b) as [number, number];
  const hours = [from % 24, to % 24].sort((a, b) => a - b) as [number, number];
  return cells.map((cell, index) => {
    const day = Math.floor(index / 24);
    const hour = index % 24;
    const isInside = day >= days[0] && day <= days[1] && hour >= hours[0] && hour <= hours[1];
    return isInside ? isOn : cell;
  });
}

/** Sets a list of cells to on, or to off when all of them are already on, as row and column headers do. */
export function toggleAll(cells: readonly boolean[], cellIndexes: readonly number[]): boolean[] {
  const isOn = !cellIndexes.every((index) => cells[index]);
  const next = [...cells];
  for (const index of cellIndexes) next[index] = isOn;
  return next;
}

export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/**
 * Returns the cell that an arrow key moves to, stopping at the edges.
 * @param areDaysRows whether days are rows (wide) or columns (narrow)
 */
export function moveCell(index: number, move: Move, areDaysRows: boolean): number {
  const day = Math.floor(index / 24);
  const hour = index % 24;
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  if (move === 'first') return day * 24;
  if (move === 'last') return day * 24 + 23;
  const along = move === 'right' || move === 'down' ? 1 : -1;
  const changesHour = areDaysRows === (move === 'left' || move === 'right');
  return changesHour ? day * 24 + clamp(hour + along, 23) : clamp(day + along, 6) * 24 + hour;
}

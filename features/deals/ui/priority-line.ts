import { founders } from '../../../content/prices.ts';

/** How many of the first places are free; nobody reads that they get priority once those are taken. */
export function priorityLine(left: number | undefined): string {
  const places = founders.priorityMatchingSeats;
  if (left === undefined) return `The first ${places} Founders are placed as if they had waited two more rounds.`;
  if (left === 0) return `All ${places} places with priority are taken. New Founders get everything else.`;
  return `${left} of ${places} priority spots left.`;
}

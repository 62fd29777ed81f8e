import { founders } from '../../../content/prices.ts';

/** Describes how many priority spots are left, without promising priority once they're taken. */
export function formatPriorityLine(left: number | undefined): string {
  const places = founders.priorityMatchingSeats;
  if (left === undefined) return `The first ${places} Founders are matched as if they'd waited two more rounds.`;
  if (left === 0) return `All ${places} priority spots are taken. New Founders get everything else.`;
  return `${left} of ${places} priority spots left.`;
}

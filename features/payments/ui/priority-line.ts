import { founders } from '../../../content/prices.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../payments.messages.ts';

/** Describes how many priority spots are left, without promising priority once they're taken. */
export function formatPriorityLine(t: Translator, spotsLeft: number | undefined): string {
  const spots = founders.priorityMatchingSeats;
  if (spotsLeft === undefined) return t(messages.priorityTerms, { spots });
  if (spotsLeft === 0) return t(messages.priorityTaken, { spots });
  return t(messages.priorityLeft, { left: spotsLeft, spots });
}

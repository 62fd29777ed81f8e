import type { QueueCheck } from '../queue.schema.ts';
import { LAST_SECONDS } from './queue-clock.ts';

/**
 * Schedules the ticks of the last seconds for a player who hasn't answered.
 * @param now by the server's clock, in milliseconds
 * @returns the seconds from now until each tick, earliest first; past ticks are left out
 */
export function listTicks(check: Pick<QueueCheck, 'my_answer' | 'deadline'>, now: number): number[] {
  if (check.my_answer !== null) return [];
  const secondsLeft = (Date.parse(check.deadline) - now) / 1_000;
  return Array.from({ length: LAST_SECONDS }, (_, index) => secondsLeft - (LAST_SECONDS - index)).filter(
    (tick) => tick >= 0,
  );
}

/**
 * Returns the id of the check to alert for, if any. The alert plays once per check, not per version, and not after the
 * viewer has answered.
 */
export const getSoundCheckId = (check: QueueCheck | null | undefined): string | undefined =>
  check && check.my_answer === null ? check.id : undefined;

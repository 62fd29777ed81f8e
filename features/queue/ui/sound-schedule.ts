import type { QueueCheck } from '../queue.schema.ts';
import { LAST_SECONDS } from './queue-clock.ts';

/**
 * When the last seconds tick, for who has not answered.
 * @param now by the server's clock, in milliseconds
 * @returns in how many seconds from now each tick sounds, earliest first; what is past does not sound any more
 */
export function ticksOf(check: Pick<QueueCheck, 'my_answer' | 'deadline'>, now: number): number[] {
  if (check.my_answer !== null) return [];
  const end = (Date.parse(check.deadline) - now) / 1_000;
  return Array.from({ length: LAST_SECONDS }, (_, index) => end - (LAST_SECONDS - index)).filter((tick) => tick >= 0);
}

/** A group is sounded once, not again for each of its versions, and not for who has answered it already. */
export const soundsFor = (check: QueueCheck | null | undefined): string | undefined =>
  check && check.my_answer === null ? check.id : undefined;

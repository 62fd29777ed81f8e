import type { QueueCheck } from '../queue.schema.ts';
import { formatSeconds, getSecondsLeft, isUrgent, LAST_SECONDS } from './queue-clock.ts';

/** The phase of a check for the viewer. Visuals and announcements follow it. */
export type CheckPhase = 'fresh' | 'last' | 'over' | 'ready' | 'held';

export function getCheckPhase(check: QueueCheck, now: number): CheckPhase {
  if (check.my_answer === 'ready') return check.held_until ? 'held' : 'ready';
  if (getSecondsLeft(check.deadline, now) === 0) return 'over';
  return isUrgent(check, now) ? 'last' : 'fresh';
}

/** Lists the names of players who haven't answered yet. Leaves out empty seats. */
const listMissingNames = (check: QueueCheck): string[] =>
  check.seats.flatMap(({ player, state, is_you }) =>
    player && state === 'asked' && !is_you ? [player.display_name] : [],
  );

const countReady = (check: QueueCheck) => check.seats.filter(({ state }) => state === 'ready').length;
export const formatReadyLine = (check: QueueCheck): string => `${countReady(check)} of ${check.seats.length} ready`;

/** Says who hasn't answered yet: 'Waiting for Nova and Kai'. Lists every name, as there are at most four. */
export function formatWaitingForLine(check: QueueCheck): string {
  const names = listMissingNames(check);
  if (check.seats.some(({ state }) => state === 'empty')) return 'Waiting for a replacement';
  if (names.length === 0) return 'Everyone’s ready';
  return `Waiting for ${new Intl.ListFormat('en').format(names)}`;
}

export const checkTitle = (check: QueueCheck, phase: CheckPhase): string => {
  if (phase === 'held') return 'Finding a replacement';
  return check.kind === 'tonight' ? 'Match found for tonight' : 'Match found';
};

/**
 * Returns the screen reader announcement when a check enters a phase, once per phase. Changes among the other players
 * aren't announced.
 * @param hour when they'd play, in words; for tonight
 */
export function checkAnnouncement(
  check: QueueCheck,
  phase: CheckPhase,
  { now, hour }: { now: number; hour?: string },
): string {
  const left = getSecondsLeft(check.deadline, now);
  if (phase === 'ready') return `You’re ready. ${formatWaitingForLine(check)}.`;
  if (phase === 'held') return 'Someone dropped out. You’re still ready while we find a replacement.';
  if (phase === 'over') return 'Time’s up.';
  if (phase === 'last') return `${Math.min(left, LAST_SECONDS)} seconds left`;
  const what = hour ? `Match found for ${hour}.` : 'Match found.';
  return `${what} ${formatSeconds(left)} to ready up`;
}

/** Checks whether two versions have the same five players. If so, an answer to one version is valid for the other. */
export function isSameGroup(one: QueueCheck, other: QueueCheck): boolean {
  const people = (check: QueueCheck) => check.seats.map(({ player }) => player?.id ?? '-').join();
  return one.id === other.id && people(one) === people(other);
}

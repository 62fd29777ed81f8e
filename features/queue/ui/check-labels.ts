import { formatList } from '../../../messages/lists.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../queue.messages.ts';
import type { QueueCheck } from '../queue.schema.ts';
import { getSecondsLeft, isUrgent, LAST_SECONDS, toDurationParts } from './queue-clock.ts';

/** The phase of a check for the viewer, which determines its visuals and announcements. */
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
export const formatReadyLine = (t: Translator, check: QueueCheck): string =>
  t(messages.readyCount, { ready: countReady(check), seats: check.seats.length });

/** Returns whose answer is missing, as values for a message. Lists every name, as there are at most four. */
function findMissingAnswers(t: Translator, check: QueueCheck) {
  const names = formatList(t, listMissingNames(check));
  const isReplacing = check.seats.some(({ state }) => state === 'empty');
  return { waitingFor: isReplacing ? 'replacement' : names === '' ? 'none' : 'players', names };
}

/** Formats how many are ready and who hasn't answered yet: '3 of 5 ready. Waiting for Nova and Kai.' */
export const formatWaitingLine = (t: Translator, check: QueueCheck): string =>
  t(messages.readyCountAndWaiting, {
    ...{ ready: countReady(check), seats: check.seats.length },
    ...findMissingAnswers(t, check),
  });

export const formatCheckTitle = (t: Translator, check: QueueCheck, phase: CheckPhase): string => {
  if (phase === 'held') return t(messages.findingReplacement);
  return t(check.kind === 'tonight' ? messages.matchFoundTonight : messages.matchFound);
};

/**
 * Returns the screen reader announcement when a check enters a phase, once per phase. Changes among the other players
 * aren't announced.
 * @param hour the formatted start time, only for tonight
 */
export function formatCheckAnnouncement(
  t: Translator,
  check: QueueCheck,
  phase: CheckPhase,
  { now, hour }: { now: number; hour?: string },
): string {
  const secondsLeft = getSecondsLeft(check.deadline, now);
  if (phase === 'ready') return t(messages.announceReady, findMissingAnswers(t, check));
  if (phase === 'held') return t(messages.announceHeld);
  if (phase === 'over') return t(messages.announceTimeUp);
  if (phase === 'last') return t(messages.announceLastSeconds, { count: Math.min(secondsLeft, LAST_SECONDS) });
  const time = toDurationParts(secondsLeft);
  return hour ? t(messages.announceFoundTonight, { time: hour, ...time }) : t(messages.announceFound, time);
}

/** Checks whether two versions have the same five players. If so, an answer to one version is valid for the other. */
export function isSameGroup(one: QueueCheck, other: QueueCheck): boolean {
  const joinPeople = (check: QueueCheck) => check.seats.map(({ player }) => player?.id ?? '-').join();
  return one.id === other.id && joinPeople(one) === joinPeople(other);
}

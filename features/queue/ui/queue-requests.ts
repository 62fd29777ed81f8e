import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import type { GamertagKind } from '../../profiles/game.schema.ts';
import type { CheckAnswer, QueueCheck, QueueKind, QueueState, QueueTicket, SpotOffer } from '../queue.schema.ts';
import { isSameGroup } from './check-labels.ts';
import { readQueueState, refreshQueue, sendQueueAction } from './queue-store.ts';
import { retryUntil } from './retry-until.ts';

/** Time without a response after which a request is retried. */
const TIMEOUT_MS = 5_000;
const createTimeoutSignal = () => ({ init: { signal: AbortSignal.timeout(TIMEOUT_MS) } });
const api = () => browserApi().api.queue;

export type JoinOptions = {
  kind: QueueKind;
  from?: string;
  until?: string;
  with_party: boolean;
  any_language: boolean;
};

/** @throws ApiError with the refusal's message */
export const joinQueue = (json: JoinOptions): Promise<QueueState> =>
  sendQueueAction(() => unwrap(api().$post({ json })));

/** Gamertags that the queue asks for before it lets a player join. */
const GAMERTAG_KINDS: readonly string[] = ['psn', 'xbox', 'discord'] satisfies GamertagKind[];

/** Returns the kind of gamertag that the server requires before it lets the player join; undefined for other errors. */
export function findNeededGamertag(error: unknown): GamertagKind | undefined {
  const field = error instanceof ApiError && error.status === 409 ? error.field : undefined;
  return field && GAMERTAG_KINDS.includes(field) ? (field as GamertagKind) : undefined;
}

/** Adds a gamertag to the player's profile. @throws ApiError with the reason why the gamertag is invalid */
export const addGamertag = (kind: GamertagKind, value: string): Promise<unknown> =>
  unwrap(browserApi().api.profiles.me.gamertag.$put({ json: { kind, value } }));

/**
 * Sends a request about a ticket. If the version has changed, retries with the new one, as long as it's the same
 * ticket.
 * @throws ApiError
 */
async function getTicketRef(
  action: 'leave' | 'still',
  { id, version }: QueueTicket,
  retriesLeft = 2,
): Promise<QueueState> {
  try {
    return await sendQueueAction(() => unwrap(api()[action].$post({ json: { ticket_id: id, version } })));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await refreshQueue();
    const { ticket, check } = readQueueState().state ?? {};
    if (retriesLeft === 0 || check || ticket?.id !== id || ticket.version === version) throw error;
    return getTicketRef(action, ticket, retriesLeft - 1);
  }
}
/**
 * Takes or declines a spot in a game that's waiting for a player.
 * @throws ApiError when the spot is no longer offered
 */
export const answerOffer = ({ session_id: id, version }: SpotOffer, action: 'accept' | 'decline'): Promise<unknown> =>
  unwrap(browserApi().api.sessions[':id']['stand-in'].$put({ param: { id }, json: { version, action } }));

export const leaveQueue = (ticket: QueueTicket) => getTicketRef('leave', ticket);
export const stayInQueue = (ticket: QueueTicket) => getTicketRef('still', ticket);

/**
 * Reports that a check is on this screen. Retried like an answer, because without the report a player who doesn't
 * answer looks unreachable.
 */
export function reportCheckShown(check: QueueCheck): Promise<QueueState> {
  const request = { param: { id: check.id }, json: { version: check.version } };
  return retryUntil(
    () => sendQueueAction(() => unwrap(api().checks[':id'].shown.$post(request, createTimeoutSignal()))),
    {
      ...{ until: Date.parse(check.deadline), now: getServerNow },
      onTrouble: () => {},
    },
  );
}

const applyQueueState = (check: QueueCheck, answer: CheckAnswer) => answer === 'ready' && check.my_answer === 'ready';

/**
 * Answers a check and retries until time is up. If only the version has changed and the five players are the same, the
 * answer is sent for the new version.
 * @param onTrouble called after each failed attempt
 * @throws ApiError with the refusal's message; by then the current state has been loaded
 */
export async function answerCheck(
  check: QueueCheck,
  answer: CheckAnswer,
  onTrouble: () => void,
  retriesLeft = 3,
): Promise<QueueState> {
  const request = { param: { id: check.id }, json: { version: check.version, answer } };
  const deadline = Date.parse(check.my_answer && check.held_until ? check.held_until : check.deadline);
  try {
    return await retryUntil(
      () => sendQueueAction(() => unwrap(api().checks[':id'].answer.$post(request, createTimeoutSignal()))),
      {
        ...{ until: deadline, now: getServerNow, onTrouble },
      },
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    await refreshQueue();
    const state = readQueueState().state;
    const currentCheck = state?.check;
    if (!state || !currentCheck || retriesLeft === 0) throw error;
    // The request arrived, but its response was lost.
    if (applyQueueState(currentCheck, answer)) return state;
    if (currentCheck.version === check.version || !isSameGroup(check, currentCheck)) throw error;
    return answerCheck(currentCheck, answer, onTrouble, retriesLeft - 1);
  }
}

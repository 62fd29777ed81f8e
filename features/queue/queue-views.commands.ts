import { paths } from '../../content/paths.ts';
import { withDeadlockRetry } from '../../db/database.ts';
import type { MatchingRules } from '../../matcher/matcher-schema.ts';
import { translate } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { addMs, subtractMs, toIso, toIsoOrNull } from '../../time/instants.ts';
import { toTimePreferences } from '../../time/reader-times.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { createExplanationReader } from '../matches/explanations.wording.ts';
import { getPeople, type Person as Player } from '../matches/matches.queries.ts';
import { findPartyOfUser, listPartyMembers } from '../matches/parties/parties.queries.ts';
import { listBusyPlayers, listPoolRows } from '../matches/pool.queries.ts';
import type { PoolRow } from '../matches/pool.rules.ts';
import { getActiveRules } from '../matches/rulebook/rulebook.commands.ts';
import { isBannedFrom } from '../moderation/access-policy.commands.ts';
import { findNextSession } from '../squads/sessions/squad-sessions.queries.ts';
import * as messages from './queue.messages.ts';
import * as tickets from './queue.queries.ts';
import { explainStoppedQueue, OUTCOME_SHOWN_MS } from './queue.rules.ts';
import type { CheckSeat, PlayerFace, QueueCheck, QueueState, QueueTicket, WaitEstimate } from './queue.schema.ts';
import { formatGroupReasons, formatRelaxation } from './queue.wording.ts';
import { advanceCheck } from './queue-checks.commands.ts';
import * as checks from './queue-checks.queries.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { listRelaxations } from './queue-limits.rules.ts';
import { listPauses, type Pause } from './queue-pauses.commands.ts';
import { findOffer } from './queue-substitutes.commands.ts';
import * as waits from './queue-waits.queries.ts';
import { isOpenState } from './ready-check.rules.ts';
import { estimateWait } from './wait-estimates.commands.ts';

/** How soon a session must start for us to mention it. */
const SOON_MS = 60 * MINUTE_MS;
/** Shortest interval between stored presence updates of a player who polls. */
const PRESENCE_INTERVAL_MS = 10_000;

/** Returns a user's queue state. Reading it also advances their check if something is due. */
export async function getQueueState(deps: Deps, actor: Person): Promise<QueueState> {
  const now = await getQueueNow(deps);
  const [row] = await listPoolRows(deps.db, [actor.userId], now);
  const ticket = await readCurrentTicket(deps, actor, now);
  const { rules } = await getActiveRules(deps.db);
  const estimates = row && {
    now: await estimateWait(deps, 'now', toWaiter(row)),
    tonight: await estimateWait(deps, 'tonight', toWaiter(row)),
  };
  const pause = (await listPauses(deps.db, [actor.userId], now)).get(actor.userId);
  const outcome = await waits.findOutcome(deps.db, actor.userId, subtractMs(now, OUTCOME_SHOWN_MS));
  return {
    now: toIso(now),
    obstacle: await findObstacle(deps, actor, row, pause),
    waits: estimates ?? { now: createUnknownWait(), tonight: createUnknownWait() },
    party: await listPartyFaces(deps, actor, now),
    beside: await listOtherOptions(deps, actor, now),
    mark: pause ? { sentence: readerTranslator(pause.message), until: toIsoOrNull(pause.until) } : null,
    ticket: ticket && ticket.state === 'waiting' && row ? await toTicketView(deps, ticket, { row, rules, now }) : null,
    offer: ticket?.state === 'waiting' ? await findOffer(deps, actor.userId, now) : null,
    check: ticket?.checkId ? await checkView(deps, { checkId: ticket.checkId, now }, actor) : null,
    // Hide the old outcome once the player has rejoined.
    outcome:
      outcome && !(ticket && outcome.at < ticket.saidAt)
        ? {
            id: outcome.id,
            kind: outcome.kind,
            sentence: outcome.sentence,
            squad_id: outcome.squadId,
            at: toIso(outcome.at),
          }
        : null,
  };
}

const createUnknownWait = (): WaitEstimate => ({
  low_seconds: null,
  high_seconds: null,
  seen: 0,
  sentence: readerTranslator(messages.profileNotReady),
});

const toWaiter = ({ role, flex_positions, crossplay, region }: PoolRow) => ({
  positions: [role, ...flex_positions],
  crossplay,
  region,
});

/**
 * Records that a user is on a page, and advances their check if that's due.
 * @returns their ticket afterwards
 */
async function readCurrentTicket(deps: Deps, { userId }: Person, now: Date): Promise<tickets.TicketRow | undefined> {
  const ticket = await tickets.findTicket(deps.db, userId);
  if (!ticket) return undefined;
  if (ticket.seenAt < subtractMs(now, PRESENCE_INTERVAL_MS)) await tickets.markSeen(deps.db, [userId], now);
  const check = ticket.checkId ? await checks.findCheck(deps.db, ticket.checkId) : undefined;
  if (check?.state !== 'open' || check.dueAt > now) return ticket;
  const afterCommit = await withDeadlockRetry(deps.db, async (tx) => {
    const lockedCheck = await checks.lockCheck(tx, check.id);
    return lockedCheck && advanceCheck(tx, deps, lockedCheck, now);
  });
  await afterCommit?.();
  return tickets.findTicket(deps.db, userId);
}

async function findObstacle(deps: Deps, { userId }: Person, row: PoolRow | undefined, pause: Pause | undefined) {
  const queuePause = await tickets.findQueuePause(deps.db);
  if (queuePause)
    return { sentence: translate(readerTranslator, explainStoppedQueue(queuePause.reason)), action: null, until: null };
  if (!row && (await isBannedFrom(deps.db, deps, userId, 'queue')))
    return {
      sentence: readerTranslator(messages.bannedFromQueue),
      action: { label: readerTranslator(messages.seeBan), path: paths.accountStatus },
      until: null,
    };
  if (!row)
    return {
      sentence: readerTranslator(messages.profileNotReady),
      action: { label: readerTranslator(messages.completeProfile), path: paths.onboarding },
      until: null,
    };
  return pause?.until ? { sentence: readerTranslator(pause.message), action: null, until: toIso(pause.until) } : null;
}

const toFace = (id: string, person: Pick<Player, 'display_name' | 'avatar_path'> | undefined): PlayerFace => ({
  id,
  display_name: person?.display_name ?? readerTranslator(messages.unknownPlayer),
  avatar_path: person?.avatar_path ?? null,
});

async function listPartyFaces(deps: Deps, { userId }: Person, now: Date): Promise<QueueState['party']> {
  const party = await findPartyOfUser(deps.db, userId);
  if (!party) return null;
  const members = (await listPartyMembers(deps.db, party.id, now)).filter(({ status }) => status === 'joined');
  if (members.length < 2) return null;
  const ineligibleMember = members.find(({ published, banned }) => !published || banned);
  return {
    you_lead: party.leader_id === userId,
    members: members.map((one) => toFace(one.id, one)),
    obstacle: ineligibleMember ? describeIneligible(ineligibleMember, userId) : null,
  };
}

const describeIneligible = ({ id, display_name: name }: { id: string; display_name: string }, viewerId: string) =>
  id === viewerId ? readerTranslator(messages.youNotReady) : readerTranslator(messages.memberNotReady, { name });

/**
 * Lists what a user may want to do instead of joining: play a session that's running or starts soon, or answer a match.
 */
async function listOtherOptions(deps: Deps, { userId }: Person, now: Date): Promise<QueueState['beside']> {
  const session = await findNextSession(deps.db, userId, { from: now, until: addMs(now, SOON_MS) });
  const busyPlayers = await listBusyPlayers(deps.db, { ids: [userId] });
  return [
    ...(session
      ? [
          {
            sentence: readerTranslator(session.startsAt <= now ? messages.sessionNow : messages.sessionSoon, {
              squad: session.name,
            }),
            path: paths.squad(session.squadId),
          },
        ]
      : []),
    ...(busyPlayers.length > 0 ? [{ sentence: readerTranslator(messages.openMatch), path: paths.matches }] : []),
  ];
}

type ViewContext = { row: PoolRow; rules: MatchingRules; now: Date };

async function toTicketView(
  deps: Deps,
  ticket: tickets.TicketRow,
  { row, rules, now }: ViewContext,
): Promise<QueueTicket> {
  const group = await tickets.listGroup(deps.db, ticket.groupId);
  const people = await getPeople(
    deps.db,
    group.map(({ userId }) => userId),
  );
  const otherTickets = group.filter(({ userId }) => userId !== ticket.userId);
  return {
    id: ticket.id,
    version: ticket.version,
    kind: ticket.kind,
    since: toIso(ticket.since),
    window:
      ticket.windowFrom && ticket.windowUntil
        ? { from: toIso(ticket.windowFrom), until: toIso(ticket.windowUntil) }
        : null,
    any_language: ticket.anyLanguage,
    members: [ticket, ...otherTickets].map(({ userId }) => toFace(userId, people.get(userId))),
    found: ticket.found,
    relaxed: listRelaxations(rules, ticket, now).map((one) => ({
      at: toIso(one.at),
      in_force: one.inForce,
      sentence: formatRelaxation(readerTranslator, one, (one.at.getTime() - ticket.since.getTime()) / MINUTE_MS),
    })),
    wait: await estimateWait(deps, ticket.kind, toWaiter(row)),
    still_until: toIsoOrNull(ticket.stillUntil),
  };
}

async function checkView(
  deps: Deps,
  { checkId, now }: { checkId: string; now: Date },
  { userId }: Person,
): Promise<QueueCheck | null> {
  const check = await checks.findCheck(deps.db, checkId);
  const seats = await checks.listSeats(deps.db, checkId);
  const ownSeat = seats.find((seat) => seat.userId === userId);
  if (check?.state !== 'open' || !ownSeat || !isOpenState(ownSeat)) return null;
  // A player who loads the check has been reached, whatever the client reports. From now on, not answering is
  // penalized.
  if (ownSeat.state === 'asked' && !ownSeat.shownAt && now <= ownSeat.deadline)
    await checks.markShownAt(deps.db, checkId, userId, now);
  const people = await getPeople(
    deps.db,
    seats.map((seat) => seat.userId),
  );
  // Don't name players who have left the group.
  const membersInCheck = new Map(
    seats.filter(isOpenState).flatMap((seat) => [...people].filter(([id]) => id === seat.userId)),
  );
  const places = [...Map.groupBy(seats, ({ seat }) => seat)].toSorted(([a], [b]) => a - b);
  return {
    id: check.id,
    version: check.version,
    kind: check.kind,
    my_answer: ownSeat.state === 'ready' ? 'ready' : null,
    deadline: toIso(ownSeat.deadline),
    seconds: Math.round((ownSeat.deadline.getTime() - ownSeat.askedAt.getTime()) / 1000),
    held_until: toIsoOrNull(check.heldUntil),
    starts_at: toIsoOrNull(check.startsAt),
    score: check.score,
    reasons: formatGroupReasons(
      readerTranslator,
      check,
      createExplanationReader(userId, toTimePreferences(people.get(userId)), membersInCheck),
    ),
    seats: places.map(([, occupants]): CheckSeat => {
      const activeSeats = occupants.find(isOpenState);
      return {
        position: occupants[0]!.position,
        player: activeSeats ? toFace(activeSeats.userId, people.get(activeSeats.userId)) : null,
        state: activeSeats ? (activeSeats.state as 'asked' | 'ready') : 'empty',
        is_you: activeSeats?.userId === userId,
      };
    }),
  };
}

import type { WaitingPlayer } from '../../features/queue/queue-candidates.rules.ts';
import { findGroups } from '../../features/queue/queue-groups.rules.ts';
import { countStepsPassed, getQueuePool } from '../../features/queue/queue-limits.rules.ts';
import { computeUsualWait } from '../../features/queue/queue-waits.rules.ts';
import type { MatchingRules } from '../../matcher/matcher-schema.ts';
import { SESSION_SECONDS, type SimulatedPlayer, toInstant } from './simulated-session.ts';

/** Interval for checking every ticket again, in seconds, as in the leader. */
const WHOLE_SECONDS = 15;
/**
 * Number of newest waits that an estimate uses. The product also limits them to six hours, which covers the whole
 * session.
 */
const NEWEST_COUNT = 400;

/** One player's time in the queue during a session, in seconds. */
export type QueueStay = {
  guest: SimulatedPlayer;
  /** Seconds until a match was found or the player gave up. */
  waitedSeconds: number;
  found: boolean;
  /** The estimate shown when they joined; null if it was unknown. */
  quotedWait: { low: number; high: number } | null;
  /** Number of waits the estimate was based on. */
  sampleCount: number;
};

export type SimulationResult = { squads: number; scores: number[]; stays: QueueStay[] };

type Ticket = {
  guest: SimulatedPlayer;
  waiting: WaitingPlayer;
  step: number;
  isNew: boolean;
  quotedWait: QueueStay['quotedWait'];
  sampleCount: number;
};

/**
 * Simulates a session of the live queue. Like the leader, it checks new players and players who reach a relaxation step
 * once a second, and all players periodically. Players accept ready checks immediately.
 */
export function simulateSession(players: readonly SimulatedPlayer[], rules: MatchingRules): SimulationResult {
  const pools = new Map<string, Map<string, Ticket>>();
  const ticketsByCell = new Map<string, { seconds: number; found: boolean }[]>();
  const simulationResult: SimulationResult = { squads: 0, scores: [], stays: [] };
  const getCell = ({ player }: SimulatedPlayer) => `${player.positions[0]} ${player.region}`;
  const endStay = ({ guest, quotedWait, sampleCount }: Ticket, waitedSeconds: number, wasFound: boolean) => {
    simulationResult.stays.push({ guest, waitedSeconds, found: wasFound, quotedWait, sampleCount });
    const cell = getCell(guest);
    ticketsByCell.set(
      cell,
      [...(ticketsByCell.get(cell) ?? []), { seconds: waitedSeconds, found: wasFound }].slice(-NEWEST_COUNT),
    );
  };
  let next = 0;
  for (let second = 1; second <= SESSION_SECONDS; second += 1) {
    for (; next < players.length && players[next]!.arrives <= second; next += 1) {
      const guest = players[next]!;
      const pool = getQueuePool(guest.player.region, rules);
      const cellTickets = ticketsByCell.get(getCell(guest)) ?? [];
      const ticket = {
        guest,
        waiting: toWaiting(guest),
        step: -1,
        isNew: true,
        quotedWait: computeUsualWait(cellTickets),
        sampleCount: cellTickets.length,
      };
      pools.set(pool, (pools.get(pool) ?? new Map()).set(guest.player.id, ticket));
    }
    for (const tickets of pools.values()) {
      for (const [id, ticket] of tickets) {
        if (ticket.guest.leaves > second) continue;
        tickets.delete(id);
        endStay(ticket, ticket.guest.leaves - ticket.guest.arrives, false);
      }
      for (const { members, score } of runRound(tickets, rules, second)) {
        simulationResult.squads += 1;
        simulationResult.scores.push(score);
        for (const id of members) {
          const ticket = tickets.get(id)!;
          tickets.delete(id);
          endStay(ticket, second - ticket.guest.arrives, true);
        }
      }
    }
  }
  // Players who are still waiting when the session ends have waited at least this long.
  for (const tickets of pools.values())
    for (const ticket of tickets.values()) endStay(ticket, SESSION_SECONDS - ticket.guest.arrives, false);
  return simulationResult;
}

function runRound(tickets: ReadonlyMap<string, Ticket>, rules: MatchingRules, second: number) {
  const now = toInstant(second);
  const newIds = new Set<string>();
  for (const [id, ticket] of tickets) {
    const step = countStepsPassed(rules, ticket.waiting.since, now);
    if (ticket.isNew || step !== ticket.step || second % WHOLE_SECONDS === 0) newIds.add(id);
    Object.assign(ticket, { step, isNew: false });
  }
  if (tickets.size < rules.seats.length || newIds.size === 0) return [];
  const waitingPlayers = [...tickets.values()].map((ticket) => ticket.waiting);
  return findGroups({ waiting: waitingPlayers, newIds, forbiddenGroups: [], rules, kind: 'now' }, now);
}

const toWaiting = ({ player, arrives }: SimulatedPlayer): WaitingPlayer => ({
  userId: player.id,
  groupId: player.id,
  since: toInstant(arrives),
  windowFrom: null,
  windowUntil: null,
  anyLanguage: false,
  player,
});

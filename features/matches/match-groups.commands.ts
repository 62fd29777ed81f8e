import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import {
  type Explanation,
  explain,
  type MatchingRules,
  type PoolPlayer,
  type Scored,
  type Squad,
  scorePair,
  scoreSquad,
} from '../../matcher/run.ts';
import type { AfterCommit, Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { FORMAT_FACTS, findFormat, type GroupFormat } from '../profiles/group-formats.schema.ts';
import type { MatchFacts, Origin } from './explanations.rules.ts';
import { listNextSessions } from './match-calendar.rules.ts';
import { notifyMatchConfirmed } from './match-confirmations.commands.ts';
import { insertFormedMatch } from './match-groups.queries.ts';
import { publishMatchConfirmed } from './match-squads.commands.ts';
import * as messages from './matches.messages.ts';
import { findMatch, getPeople, type MatchRow } from './matches.queries.ts';
import { createGroupKey, orderLeadersFirst, roundStoredScore } from './matches.rules.ts';
import { getProposalWeek } from './pool.commands.ts';
import { listPoolRows } from './pool.queries.ts';
import { parseAvailability, toPlayerConstraints, toPoolPlayer } from './pool.rules.ts';
import { getActiveRules } from './rulebook/rulebook.commands.ts';

const SESSION_COUNT = 3;
const SCORERS: Record<GroupFormat, typeof scoreSquad> = { squad: scoreSquad, pair: scorePair };

export type Group = {
  /** Player id → position they play, for as many players as a format has. */
  seats: Record<string, string>;
  /** How the members found each other; the explanation starts with it. */
  origin: Origin;
  /** The member who leads the group from now on. */
  leaderId: string;
  /** The score that members saw when they accepted. Without it, the group is scored by its weekly availability. */
  accepted?: AcceptedScore;
};

/** The score, its parts and the reasons from a ready check. */
export type AcceptedScore = { score: number; parts: MatchRow['parts']; explanation: Explanation };

/**
 * Creates a mutual match for players who have already agreed to play together, in the caller's transaction. It's scored
 * and explained like a proposed match, and everyone gets the message with contacts and sessions. The caller must hold
 * locks on all of their accounts, so that no block is created in between.
 * @returns the id of the match, and what to run after the commit
 * @throws Refusal when no format has the group's size, or someone can't be matched right now
 */
export async function formMatch(tx: Db, deps: Deps, group: Group): Promise<{ id: string; after: AfterCommit }> {
  const now = deps.now();
  const memberIds = Object.keys(group.seats);
  const format = findFormat(memberIds.length);
  if (!format) throw new Refusal('conflict', messages.groupSizes);
  const members = await loadPlayers(tx, memberIds, now);
  const weekOf = getProposalWeek(now);
  const { type } = FORMAT_FACTS[format];
  const { version, rules } = await getActiveRules(tx);
  const scoredGroup = scoreGroup(group, members, { format, rules, weekOf });
  const people = await getPeople(tx, memberIds);
  const hours = memberIds.map((id) => {
    const person = people.get(id);
    return { timezone: person?.timezone ?? 'UTC', windows: parseAvailability(person?.availability ?? []) };
  });
  const sessions = listNextSessions(hours, now, SESSION_COUNT);
  const id = randomUUID();
  await insertFormedMatch(
    tx,
    {
      id,
      type,
      score: scoredGroup.score,
      status: 'mutual',
      endedBy: 'accepted',
      memberIds,
      positionCoverage: countByPosition(group.seats),
      scheduledOverlapMinutes: scoredGroup.overlapMinutes,
      facts: scoredGroup.facts,
      createdAt: now,
      positions: group.seats,
      parts: scoredGroup.parts,
      intervals: scoredGroup.intervals,
      weekOf,
      groupKey: createGroupKey(memberIds),
      expiresAt: now,
      closedAt: now,
      rescueDepth: 0,
      rulesVersion: version,
      sessions,
    },
    format,
    now,
  );
  const led = { id, type, memberIds: orderLeadersFirst(memberIds, [group.leaderId]), positions: group.seats };
  const { squadId, after } = await publishMatchConfirmed(tx, deps, led);
  const row = (await findMatch(tx, id))!;
  await notifyMatchConfirmed(tx, deps, row, { people, sessions, squadId, live: true });
  return { id, after };
}

/**
 * Loads the members as matcher players, in the order of the ids.
 * @throws Refusal when one of them is hidden, banned, or has a block with another, with the same message in all cases
 */
async function loadPlayers(tx: Db, ids: string[], now: Date): Promise<PoolPlayer[]> {
  const rows = await listPoolRows(tx, ids, now);
  const constraints = toPlayerConstraints(await listBlocksAmong(tx, ids), []);
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id);
    if (!row || constraints.blocks.has(id)) throw new Refusal('conflict', messages.groupUnavailable);
    return toPoolPlayer(row, constraints);
  });
}

function countByPosition(seats: Record<string, string>): Record<string, number> {
  const coverage: Record<string, number> = {};
  for (const position of Object.values(seats)) coverage[position] = (coverage[position] ?? 0) + 1;
  return coverage;
}

/**
 * Returns the score and reasons to store: the ones that the members accepted, or those computed from their weekly
 * availability.
 */
function scoreGroup(
  group: Group,
  members: PoolPlayer[],
  { format, rules, weekOf }: { format: GroupFormat; rules: MatchingRules; weekOf: string },
) {
  if (group.accepted) {
    const { score, parts, explanation } = group.accepted;
    const facts: MatchFacts = { origin: group.origin, ...explanation };
    return { score: roundStoredScore(score), parts, intervals: [], overlapMinutes: 0, facts };
  }
  const scoredGroup = SCORERS[format](members, rules, weekOf);
  return {
    score: roundStoredScore(scoredGroup.score),
    parts: scoredGroup.parts,
    intervals: scoredGroup.intervals,
    overlapMinutes: Math.round(scoredGroup.overlapMinutes),
    facts: explainGroup(scoredGroup, group, members, { rules, weekOf }),
  };
}

/**
 * Explains why the members fit. If the matcher wouldn't have proposed the group, the explanation includes the reasons
 * against it.
 */
function explainGroup(
  scoredGroup: Scored<Squad>,
  group: Group,
  members: PoolPlayer[],
  { rules, weekOf }: { rules: MatchingRules; weekOf: string },
): MatchFacts {
  const { origin } = group;
  if (scoredGroup.fault) {
    return { origin, members: scoredGroup.members, facts: [{ about: 'problem', problem: scoredGroup.fault }] };
  }
  return { origin, ...explain({ ...scoredGroup, positions: group.seats }, members, rules, weekOf) };
}

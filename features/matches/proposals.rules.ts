import { explain } from '../../matcher/explain.ts';
import type { Explanation } from '../../matcher/explain-facts.ts';
import type { MatchingRules, Pair, PoolPlayer, Squad } from '../../matcher/matcher-schema.ts';
import { formatOfType, type GroupFormat } from '../profiles/group-formats.schema.ts';
import { createGroupKey, roundStoredScore } from './matches.rules.ts';
import type { Slot } from './matches.schema.ts';
import type { ScoreParts } from './score-parts.rules.ts';

/** A proposed match that isn't stored yet. */
export type NewMatch = {
  id: string;
  type: string;
  kind: GroupFormat;
  score: number;
  memberIds: string[];
  coverage: Record<string, number>;
  overlapMinutes: number;
  /** Facts that explain why the match is proposed. The sentences are written for each reader. */
  facts: Explanation;
  positions: Record<string, string>;
  parts: ScoreParts;
  intervals: Slot[];
  weekOf: string;
  groupKey: string;
  runId: string | null;
  /** Version of the rules that scored the match. */
  rulesVersion: number;
  rescuedFrom: string | null;
  rescueDepth: number;
  substituteId: string | null;
  /** Ids of members who had accepted the match that this one replaces. */
  carriedIds: string[];
};

type Origin = Pick<NewMatch, 'id' | 'weekOf' | 'runId'> &
  Partial<Pick<NewMatch, 'rescuedFrom' | 'rescueDepth' | 'substituteId' | 'carriedIds'>>;

/**
 * Builds the row of a proposed squad or pair, with its explanation as facts.
 * @param members the pool's rows of its members, in any order
 * @param inForce the rules that scored it
 * @param origin the match's id, week and source, set by the caller
 */
export function toNewMatch(
  proposal: Squad | Pair,
  members: readonly PoolPlayer[],
  inForce: { version: number; rules: MatchingRules },
  origin: Origin,
): NewMatch {
  return {
    id: origin.id,
    type: proposal.type,
    kind: formatOfType(proposal.type),
    score: roundStoredScore(proposal.score),
    memberIds: proposal.members,
    coverage: proposal.coverage,
    overlapMinutes: proposal.overlapMinutes,
    facts: explain(proposal, members, inForce.rules, origin.weekOf),
    positions: proposal.positions,
    parts: proposal.parts,
    intervals: proposal.intervals,
    weekOf: origin.weekOf,
    groupKey: createGroupKey(proposal.members),
    runId: origin.runId,
    rulesVersion: inForce.version,
    rescuedFrom: origin.rescuedFrom ?? null,
    rescueDepth: origin.rescueDepth ?? 0,
    substituteId: origin.substituteId ?? null,
    carriedIds: origin.carriedIds ?? [],
  };
}

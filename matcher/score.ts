import { compilePool } from './compile.ts';
import { computeGroupValue, FAULT, FAULTS, type Fault, lastFault } from './group-score.ts';
import type { MatchingRules, Pair, PoolPlayer, Squad } from './matcher-schema.ts';
import { describeGroup } from './proposals.ts';
import { mapParts } from './score-parts.ts';

export type Scored<Kind> = Kind & {
  valid: boolean;
  /** One sentence for each hard constraint that fails. */
  problems: string[];
  /** The first hard constraint that fails; null if all are met. */
  fault: Fault | null;
};

/** For each hard constraint, the text that says why the players can't be together. */
const FAULT_LABELS: Readonly<Record<number, string>> = {
  [FAULT.region]: 'their regions don’t play together',
  [FAULT.platform]: 'they are on different platforms and not all of them allow crossplay',
  [FAULT.mode]: 'they have no game mode in common',
  [FAULT.language]: 'they have no language in common',
  [FAULT.time]: 'they have too little time in common',
  [FAULT.spread]: 'their ratings are too far apart',
  [FAULT.block]: 'one of them has blocked another',
  [FAULT.wish]: 'they want different things',
  [FAULT.seats]: 'their positions do not cover the squad',
};

/**
 * Scores a group with as many players as the rules have seats, in the week that starts on Monday `weekOf`. A group that
 * isn't allowed gets score 0 and the reasons instead of an exception.
 */
export function scoreSquad(members: readonly PoolPlayer[], rules: MatchingRules, weekOf: string): Scored<Squad> {
  return scoreGroup(members, rules, weekOf, rules.seats.length);
}

export function scorePair(members: readonly PoolPlayer[], rules: MatchingRules, weekOf: string): Scored<Pair> {
  return scoreGroup(members, rules, weekOf, 2);
}

function scoreGroup(members: readonly PoolPlayer[], rules: MatchingRules, weekOf: string, size: number): Scored<Squad> {
  if (members.length !== size || new Set(members.map((member) => member.id)).size !== size) {
    const problem = `it takes ${size} different players`;
    return { ...createEmptyProposal(members, rules, size), valid: false, problems: [problem], fault: 'seats' };
  }
  const compiledPool = compilePool({ weekOf, players: [...members], forbiddenGroups: [] }, rules);
  const group = Int32Array.from(members, (_, k) => k);
  const proposal = describeGroup(compiledPool, rules, group, size);
  const isValid = computeGroupValue(compiledPool.columns, group, size, true) >= 0;
  const fault = isValid ? null : FAULTS.find((name) => FAULT[name] === lastFault.fault)!;
  return { ...proposal, valid: isValid, problems: fault ? [FAULT_LABELS[FAULT[fault]]!] : [], fault };
}

function createEmptyProposal(members: readonly PoolPlayer[], rules: MatchingRules, size: number): Squad {
  return {
    type: size === 2 ? rules.pairType : rules.squadType,
    members: members.map((member) => member.id),
    score: 0,
    parts: mapParts(() => 0),
    priority: 0,
    coverage: {},
    overlapMinutes: 0,
    intervals: [],
    positions: {},
  };
}

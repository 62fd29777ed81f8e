import type { Columns } from './columns.ts';
import type { CompiledPool } from './compile.ts';
import type { MatchingRules, Pool } from './matcher-schema.ts';
import { canBeInSquad } from './plan.ts';
import { BIN_MINUTES, countBits } from './week.ts';
import { type CompatiblePlayers, findCompany, findStrictestTest } from './why-not-company.ts';
import { PAIRWISE, type PairwiseConstraint, type WhyNotFacts } from './why-not-facts.ts';
import { findBindingConstraints, type LiftableConstraint } from './why-not-lifted.ts';
import { listPlaces } from './why-not-places.ts';
import type { RerunPlayer } from './why-not-rerun.ts';
import type { Placement } from './why-not-trial.ts';

/** A question about one player of a pool after a run. */
export type Question = {
  compiled: CompiledPool;
  placement: Placement;
  pool: Pool;
  rules: MatchingRules;
  index: number;
  rerun: RerunPlayer;
};

/**
 * If the player could have taken at most this many places, we report the constraint that rules out others instead of
 * who had priority.
 */
const MAX_FEW_PLACES = 3;

/**
 * Finds the constraint that prevents a match for a player. Checks in this order: the player's own data, a single
 * constraint whose removal gives them a place, and the players who took the places. If none of these explains it,
 * returns the constraint that rules out the most others.
 */
export function findBindingConstraint(question: Question): WhyNotFacts {
  const ownLack = findOwnLack(question);
  if (ownLack) return ownLack;
  const { compiled, placement, index, pool } = question;
  const player = pool.players[index]!;
  const blockedGroups = compiled.forbidden.filter((group) => group.includes(index)).length;
  const isInParty = compiled.columns.party[index]! >= 0;
  const constraints: LiftableConstraint[] = ['nothing', ...PAIRWISE];
  if (blockedGroups > 0) constraints.push('rest');
  if (isInParty) constraints.push('party');
  const bindingConstraints = findBindingConstraints(compiled, placement, { index, player }, constraints);
  // There was a place, but the run ended before finding it.
  if (bindingConstraints.has('nothing')) return { constraint: 'missed' };
  if (bindingConstraints.has('rest')) return { constraint: 'rest', groups: blockedGroups };
  const company = findCompany(compiled.columns, placement, index);
  if (bindingConstraints.has('block')) return explainObstacle('block', question, company, true);
  if (bindingConstraints.has('party')) return { constraint: 'party', members: getParty(compiled, index).length };
  const mostLifted = findMostLifted(company, (test) => bindingConstraints.has(test));
  const takenPlaces = listPlaces(compiled, placement, index, pool.players);
  if (takenPlaces.places > 0 && (mostLifted === null || takenPlaces.places > MAX_FEW_PLACES))
    return explainOutranked(question, takenPlaces);
  const single =
    mostLifted ?? (company.fits.length > 0 ? PAIRWISE.find((test) => bindingConstraints.has(test)) : undefined);
  if (single) return explainObstacle(single, question, company, true);
  return findCompanyLack(question, company);
}

/** Returns what's missing in the player's own profile, regardless of other players. */
function findOwnLack({ compiled, placement, pool, rules, index }: Question): WhyNotFacts | null {
  const { columns: c } = compiled;
  const player = pool.players[index]!;
  if (player.wants.length === 0) return { constraint: 'wants-nothing' };
  if (c.seatMask[index] === 0) return { constraint: 'unknown-position', seats: [...new Set(rules.seats)] };
  if (c.terms.needLanguage && player.languages.length === 0) return { constraint: 'no-language' };
  if (c.terms.needMode && player.modes.length === 0) return { constraint: 'no-mode' };
  if (c.bins[index]! < c.minBins[index]!) {
    const minutes = c.minBins[index]! * BIN_MINUTES;
    return { constraint: 'too-little-time', free: c.bins[index]! * BIN_MINUTES, needed: minutes };
  }
  if (c.party[index]! >= 0 && !placement.eligible[index]) {
    const members = getParty(compiled, index);
    const lackingCount = members.filter((one) => !canBeInSquad(c, one)).length;
    return { constraint: 'party-impossible', members: members.length, lacking: lackingCount, most: c.terms.seats - 1 };
  }
  return null;
}

const getParty = ({ columns, parties }: CompiledPool, index: number) => parties[columns.party[index]!]!;

/** Returns whether players with plan priority took the places or whether there are too many players for the seats. */
function explainOutranked({ pool, index, rerun }: Question, takenPlaces: ReturnType<typeof listPlaces>): WhyNotFacts {
  const player = pool.players[index]!;
  const isOutranked = takenPlaces.plan > 0 && rerun({ ...player, priority: getMaxPriority(pool) + 1 }) !== null;
  const positions = [...player.positions];
  return { constraint: isOutranked ? 'plan-precedence' : 'position-crowded', positions, ...takenPlaces };
}

const getMaxPriority = (pool: Pool) =>
  pool.players.reduce((mostLifted, { priority }) => Math.max(mostLifted, priority), 0);

/**
 * Returns the test that alone rules out the most others, among the tests that `counts` accepts; null if it rules out no
 * one.
 */
function findMostLifted(
  { onlyCounts }: CompatiblePlayers,
  counts: (test: PairwiseConstraint) => boolean,
): PairwiseConstraint | null {
  let mostLifted: PairwiseConstraint | null = null;
  for (const test of PAIRWISE)
    if (counts(test) && onlyCounts[test] > (mostLifted ? onlyCounts[mostLifted] : 0)) mostLifted = test;
  return mostLifted;
}

/**
 * Explains why there are too few suitable players. No one took the player's place, and lifting a single constraint
 * wouldn't have given them one.
 */
function findCompanyLack(question: Question, company: CompatiblePlayers): WhyNotFacts {
  const numbers = countCompany(question, company);
  const { fitting, free, needed, others } = numbers;
  if (others === 0) return { constraint: 'too-few', ...numbers };
  if (fitting < needed) {
    const mostLifted = findMostLifted(company, () => true);
    // Each of the others fails several tests, so name the test that the fewest players pass.
    if (mostLifted || fitting === 0)
      return explainObstacle(mostLifted ?? findStrictestTest(company), question, company, false);
    return { constraint: 'too-few', ...numbers };
  }
  const seatShortage = findMissingSeats(question, company);
  if (seatShortage) return { constraint: 'seat-missing', ...seatShortage, ...numbers };
  return { constraint: free < needed ? 'nobody-free' : 'no-group', ...numbers };
}

function explainObstacle(
  constraint: PairwiseConstraint,
  question: Question,
  company: CompatiblePlayers,
  isAlone: boolean,
): WhyNotFacts {
  const { onlyCounts, passing } = company;
  const numbers = countCompany(question, company);
  return { constraint, lifted: onlyCounts[constraint], passing: passing[constraint], alone: isAlone, ...numbers };
}

function countCompany({ placement, compiled, index }: Question, { others, fits }: CompatiblePlayers) {
  const wantsSquad = (compiled.columns.wants[index]! & 1) !== 0;
  const freeCount = fits.filter((i) => placement.squadOf[i]! < 0 && !placement.paired[i]).length;
  const count = wantsSquad ? compiled.columns.terms.seats - 1 : 1;
  return { others, fitting: fits.length, free: freeCount, needed: count };
}

/**
 * Returns the seats with too few compatible players, and how many compatible players can take one of those seats.
 * Assumes that the player takes the seat that leaves the smallest shortage. Null if all seats can be filled.
 */
function findMissingSeats(
  { compiled, rules, index }: Question,
  { fits }: CompatiblePlayers,
): { missing: string[]; able: number } | null {
  const { columns: c } = compiled;
  const seats = c.terms.seats;
  if ((c.wants[index]! & 1) === 0 || fits.length < seats - 1) return null;
  let leastShortage: { missingCount: number; set: number; able: number } | null = null;
  for (let ownSeat = 0; ownSeat < seats; ownSeat++) {
    if (((c.seatMask[index]! >> ownSeat) & 1) === 0) continue;
    const shortage = findShortestSubset(c, fits, ((1 << seats) - 1) & ~(1 << ownSeat));
    if (!leastShortage || shortage.missingCount < leastShortage.missingCount) leastShortage = shortage;
  }
  if (!leastShortage || leastShortage.missingCount <= 0) return null;
  const { set, able } = leastShortage;
  return { missing: [...new Set(rules.seats.filter((_, s) => (set >> s) & 1))], able };
}

/** Returns the subset of `seats` that lacks the most players or, in a tie, the smallest such subset. */
function findShortestSubset({ seatMask }: Columns, players: readonly number[], seats: number) {
  let mostLifted = { missingCount: 0, set: 0, able: 0 };
  for (let set = seats; set > 0; set = (set - 1) & seats) {
    const playableCount = players.filter((i) => (seatMask[i]! & set) !== 0).length;
    const missingCount = countBits(set) - playableCount;
    if (
      missingCount > mostLifted.missingCount ||
      (missingCount === mostLifted.missingCount && countBits(set) < countBits(mostLifted.set))
    )
      mostLifted = { missingCount, set, able: playableCount };
  }
  return mostLifted;
}

import { createCertificate } from './certificate.ts';
import { type CompiledPool, compilePool } from './compile.ts';
import { areSeatsCovered, canMeet } from './judge-rows.ts';
import type { Certificate, MatchingRules, Pool, PoolPlayer, Result, Squad } from './matcher-schema.ts';
import { computeLikeness } from './order.ts';
import { findEligiblePlayers } from './plan.ts';
import { describeGroup } from './proposals.ts';
import { computeSquadBound, type PlayerPrices } from './score-bound.ts';
import { toWeekBins } from './week.ts';
import { runMatcher } from './whole-run.ts';

/** Tolerance for scores, in points. Sums in a different order differ in the last digits. */
const TOLERANCE = 1e-6;

/**
 * Returns the problems with a result, one sentence each; an empty list means the result is valid. It doesn't trust the
 * result: it checks groups against the rows of the pool, recomputes points and totals, and derives both bounds again, a
 * tight one from the prices in the result.
 * @param repeat also runs the matcher again, which must give the same matches
 */
export function verifyResult(
  pool: Pool,
  rules: MatchingRules,
  result: Result,
  { repeat = false }: { repeat?: boolean } = {},
): string[] {
  const memberFaults = findMemberFaults(pool, result);
  // All other checks look up players by id, so stop here.
  if (memberFaults.length > 0) return memberFaults;
  const compiledPool = compilePool(pool, rules);
  return [
    ...findGroupFaults(pool, rules, result, compiledPool),
    ...findCertificateFaults(pool.weekOf, rules, result, compiledPool),
    ...findBoundFaults(result, compiledPool),
    ...(repeat ? findRepeatFaults(pool, rules, result) : []),
  ];
}

/** Checks that every player of the pool is in one squad, in one pair or left over, and that no one else is listed. */
function findMemberFaults(pool: Pool, { squads, pairs, leftOver }: Result): string[] {
  const openIds = new Set(pool.players.map(({ id }) => id));
  if (openIds.size !== pool.players.length) return ['The pool contains a player twice.'];
  const faults: string[] = [];
  const ids = [...squads.flatMap(({ members }) => members), ...pairs.flatMap(({ members }) => members)];
  for (const id of [...ids, ...leftOver.map((one) => one.id)]) {
    if (!openIds.delete(id)) faults.push(`${id} is listed twice or isn't in the pool.`);
  }
  for (const id of openIds) faults.push(`${id} is neither in a match nor left over.`);
  return faults;
}

type Kind = 'squad' | 'pair';

function findGroupFaults(pool: Pool, rules: MatchingRules, result: Result, compiledPool: CompiledPool): string[] {
  const byId = new Map(pool.players.map((player) => [player.id, player]));
  const judging = { rules, bins: toWeekBins(pool.weekOf) };
  const parties = Map.groupBy(pool.players, ({ party }) => party);
  const forbiddenGroups = new Set(pool.forbiddenGroups.map(toKey));
  const isTorn = (members: readonly PoolPlayer[]) =>
    members.some(
      ({ party }) => party !== null && parties.get(party)!.some((mate) => !members.some(({ id }) => id === mate.id)),
    );
  const findGroupFault = (group: Squad, kind: Kind): string | undefined => {
    const members = group.members.map((id) => byId.get(id)!);
    if (members.length !== (kind === 'pair' ? 2 : rules.seats.length)) return 'has too many or too few members';
    if (members.some(({ wants }) => !wants.includes(kind))) return "has a member who isn't looking for one";
    if (kind === 'squad' && !areSeatsCovered(members, group.positions, rules)) return "doesn't cover its seats";
    if (!hasStatedSeats(group, members, rules)) return 'lists wrong positions or seat counts';
    if (!canMeet(members, judging)) return 'breaks a limit';
    if (isTorn(members)) return 'splits a party';
    if (forbiddenGroups.has(toKey(group.members))) return 'is a forbidden group';
    if (!hasStatedScore(group, members, rules, compiledPool)) return 'has different points or hours than stated';
    return undefined;
  };
  const listFaults = (groups: readonly Squad[], kind: Kind) =>
    groups.flatMap((group) => {
      const groupFault = findGroupFault(group, kind);
      return groupFault === undefined ? [] : [`The ${kind} of ${group.members.join(', ')} ${groupFault}.`];
    });
  const waits = result.leftOver.filter(({ id, waiting }) => waiting !== byId.get(id)!.waiting + 1);
  return [
    ...listFaults(result.squads, 'squad'),
    ...listFaults(result.pairs, 'pair'),
    ...waits.map(({ id }) => `${id} has waited a different number of runs.`),
  ];
}

/** Checks that every member has a seat they play, that no one else has a seat, and that the seat counts are correct. */
function hasStatedSeats({ positions, coverage }: Squad, members: readonly PoolPlayer[], { seats }: MatchingRules) {
  const ownSeats = members.map(({ id }) => positions[id]!);
  const counts = Object.fromEntries(
    [...Map.groupBy(ownSeats, (seat) => seat)].map(([seat, players]) => [seat, players.length]),
  );
  return (
    Object.keys(positions).length === members.length &&
    members.every((member, k) => seats.includes(ownSeats[k]!) && member.positions.includes(ownSeats[k]!)) &&
    isSame(counts, coverage)
  );
}

const toKey = (ids: readonly string[]) => JSON.stringify(ids.toSorted());

function hasStatedScore(
  group: Squad,
  members: readonly PoolPlayer[],
  rules: MatchingRules,
  compiledPool: CompiledPool,
): boolean {
  const indexes = Int32Array.from({ length: 5 }, (_, k) => compiledPool.indexOf(group.members[k] ?? '') ?? 0);
  const { score, parts, priority, overlapMinutes, intervals } = describeGroup(
    compiledPool,
    rules,
    indexes,
    members.length,
  );
  const expectedFacts = { score, parts, priority, overlapMinutes, intervals };
  if (!isSame(expectedFacts, { ...expectedFacts, ...pick(group, Object.keys(expectedFacts)) })) return false;
  if (members.length !== rules.seats.length || compiledPool.columns.terms.count) return true;
  // Ties may be seated differently, but the seating must earn the same points.
  const fit = members.reduce((sum, member) => sum + getFit(member, group.positions[member.id]!, rules), 0);
  return isSame((rules.weights.positionFit * fit) / members.length, group.parts.positionFit);
}

function getFit({ positions }: PoolPlayer, seat: string, { scales }: MatchingRules): number {
  return scales.positionFit[Math.min(positions.indexOf(seat), scales.positionFit.length - 1)]!;
}

/** Certificate fields that can't be verified from a pool. */
const UNVERIFIABLE_FIELDS = new Set<string>([
  'seed',
  'effort',
  'phases',
  'seconds',
  'memoryMb',
  'work',
  'kept',
  'pairBound',
]);

/** Recomputes everything in the certificate that's derived from the matches. */
function findCertificateFaults(
  weekOf: string,
  rules: MatchingRules,
  result: Result,
  compiledPool: CompiledPool,
): string[] {
  const { certificate } = result;
  const { seed, effort, bound, squadBound: squads, coverage } = certificate;
  const seatPrice = Float64Array.from(
    { length: 5 },
    (_, seat) => coverage.find(({ position }) => position === rules.seats[seat])?.price ?? 0,
  );
  const recomputedCertificate = createCertificate(compiledPool, rules, result, {
    weekOf,
    seed,
    effort,
    squadBound: {
      value: bound,
      squads,
      seatPrice,
      packed: [],
      prices: result.prices ? readPlayerPrices(result, compiledPool) : null,
    },
    pairBound: certificate.pairBound,
    phases: [],
    memoryMb: 0,
    work: 0,
    kept: 0,
  });
  return (Object.keys(recomputedCertificate) as (keyof Certificate)[])
    .filter((key) => !UNVERIFIABLE_FIELDS.has(key) && !isSame(recomputedCertificate[key], certificate[key]))
    .map((key) => `The certificate has a different ${key} than its matches add up to.`);
}

/** Derives both bounds again. A stated bound above the derived one is weaker, but still true. */
function findBoundFaults(result: Result, compiledPool: CompiledPool): string[] {
  const { certificate } = result;
  const priceSource = result.prices ? readPlayerPrices(result, compiledPool) : 'quick';
  const eligiblePlayers = findEligiblePlayers(compiledPool);
  const provenBound = computeSquadBound(
    compiledPool.columns,
    eligiblePlayers,
    computeLikeness(compiledPool.columns),
    priceSource,
  );
  const isBelow = (statedValue: number, min: number) => statedValue < min - TOLERANCE * Math.max(1, min);
  const faults: string[] = [];
  if (isBelow(certificate.bound, provenBound.value)) {
    faults.push(`The bound ${certificate.bound} is not proven, ${provenBound.value} is.`);
  }
  if (isBelow(certificate.squadBound, provenBound.squads)) {
    faults.push(`The bound of ${certificate.squadBound} squads is not proven, ${provenBound.squads} is.`);
  }
  return faults;
}

function readPlayerPrices({ prices = [] }: Result, { columns: c, indexOf }: CompiledPool): PlayerPrices {
  const byPlayer = { squads: new Float64Array(c.size), value: new Float64Array(c.size) };
  for (const { id, squads, value } of prices) {
    const i = indexOf(id);
    if (i === undefined) continue;
    byPlayer.squads[i] = squads;
    byPlayer.value[i] = value;
  }
  return byPlayer;
}

/**
 * Repeats a full run. A run after changes can't be repeated, because it starts from an earlier result that isn't
 * included.
 */
function findRepeatFaults(pool: Pool, rules: MatchingRules, result: Result): string[] {
  const { seed, effort, proof } = result.certificate;
  const parsedEffort = effort === 'quick' || effort === 'full' ? effort : Number(effort);
  if (Number.isNaN(parsedEffort))
    return [`A run with the effort "${effort}" can't be repeated without the previous run.`];
  const { squads, pairs, leftOver } = runMatcher(pool, rules, { seed, effort: parsedEffort, proof });
  const isRepeated = isSame([squads, pairs, leftOver], [result.squads, result.pairs, result.leftOver]);
  return isRepeated ? [] : ['The same seed and effort give different matches.'];
}

function pick(from: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
}

/** Compares as JSON and allows rounding differences in numbers. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

import fc from 'fast-check';
import { expect } from 'vitest';
import { resolveLimits } from './compile.ts';
import { defaultRules } from './default-rules.ts';
import type { MatchingRules, Pool, PoolPlayer, Result } from './matcher-schema.ts';
import { runMatcher, type WhyNot, whyNot, whyNotSentences } from './run.ts';
import { createPoolArbitrary } from './test-arbitraries.ts';
import { countBits, toWeekBins, WEEK_WORDS } from './week.ts';
import type { PairwiseConstraint } from './why-not-facts.ts';

/**
 * Support for tests of advice: random pools of several kinds, and the reasons two players can't play together, based
 * only on their rows.
 */

const SEED = 5;

/** A leftover player with the pool, its rules, its result and the advice. */
export type AdvisedPlayer = { pool: Pool; rules: MatchingRules; result: Result; player: PoolPlayer; answer: WhyNot };

/** Generates small and large pools, scattered and uniform, some with a rating limit, rare languages and priority. */
const kinds: fc.Arbitrary<{ pool: Pool; rules: MatchingRules }> = fc
  .tuple(createPoolArbitrary(8, 40), fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean())
  .map(([pool, alike, isLimited, isForeign, isRanked]) => {
    const players = pool.players.map((player, i) => ({
      ...player,
      ...(alike && { crossplay: true, region: 'EU' }),
      ...(isForeign && i % 5 === 0 && { languages: [`Language ${i % 3}`] }),
      ...(isRanked && i % 4 === 0 && { priority: 10 }),
    }));
    const limits = { ...defaultRules.limits, maxRatingSpread: isLimited ? 12 : null };
    return { pool: { ...pool, players }, rules: { ...defaultRules, limits } };
  });

/** Yields the advice for `count` leftover players of random pools, always the same ones in the same order. */
export function* generateAdvised(count: number): Generator<AdvisedPlayer> {
  let checkedCount = 0;
  for (let seed = 1; checkedCount < count; seed++) {
    for (const { pool: random, rules } of fc.sample(kinds, { numRuns: 20, seed })) {
      const first = runMatcher(random, rules, { seed: SEED, effort: 'quick' });
      // In every second pool, the matches of a previous run are forbidden.
      const groups = seed % 2 === 0 ? [...first.squads, ...first.pairs].map(({ members }) => members) : [];
      const pool = { ...random, forbiddenGroups: groups };
      const result = runMatcher(pool, rules, { seed: SEED, effort: 'quick' });
      for (const { id } of result.leftOver) {
        if (checkedCount++ >= count) return;
        const player = pool.players.find((one) => one.id === id)!;
        yield { pool, rules, result, player, answer: whyNot(id, pool, rules, result) };
      }
    }
  }
}

/** Returns whether a rerun of the pool places the player after replacing their row with this one. */
export function isPlaced({ pool, rules }: AdvisedPlayer, player: PoolPlayer): boolean {
  const players = pool.players.map((one) => (one.id === player.id ? player : one));
  const rerunResult = runMatcher({ ...pool, players }, rules, { seed: SEED, effort: 'quick' });
  return [...rerunResult.squads, ...rerunResult.pairs].some(({ members }) => members.includes(player.id));
}

/** Constraints for which the player's own profile lacks something; the sentence says what. */
const OWN_CONSTRAINTS = ['wants-nothing', 'unknown-position', 'no-language', 'no-mode', 'too-little-time'];

/**
 * Expects the last sentence to say what the player is waiting for when no change helps, or the first to say what the
 * profile is missing.
 */
export function expectWaitReason({ facts }: WhyNot): void {
  const sentences = whyNotSentences(facts, { helped: false });
  if (OWN_CONSTRAINTS.includes(facts.constraint)) expect(sentences[0]).toMatch(/^(You|None of y)/);
  else expect(sentences.at(-1), facts.constraint).toMatch(/We’re waiting for|next matching round|need to change/);
}

/** Returns the obstacles between two players, based only on their rows. */
export function listObstaclesBetween(
  a: PoolPlayer,
  b: PoolPlayer,
  rules: MatchingRules,
  weekOf: string,
): Set<PairwiseConstraint> {
  const obstacles = new Set<PairwiseConstraint>();
  const [own, other] = [resolveLimits(a.waiting, rules), resolveLimits(b.waiting, rules)];
  const spread = Math.min(own.maxRatingSpread ?? Infinity, other.maxRatingSpread ?? Infinity);
  if (a.rating !== null && b.rating !== null && Math.abs(a.rating - b.rating) > spread) obstacles.add('spread');
  if (a.blocks.includes(b.id) || b.blocks.includes(a.id)) obstacles.add('block');
  if (!a.modes.some((mode) => b.modes.includes(mode))) obstacles.add('mode');
  if (!a.languages.some((language) => b.languages.includes(language))) obstacles.add('language');
  if (a.platform !== b.platform && !(a.crossplay && b.crossplay)) obstacles.add('platform');
  if (!listRegionSets(a, rules).some((set) => listRegionSets(b, rules).includes(set))) obstacles.add('region');
  if (Object.keys(a.wishes).some((name) => isClash(a.wishes[name], b.wishes[name]))) obstacles.add('wish');
  const requiredMinutes = Math.max(own.minCommonMinutes, other.minCommonMinutes);
  if (countCommonMinutes(a, b, weekOf) < requiredMinutes) obstacles.add('time');
  return obstacles;
}

/** Returns the players who want the same as a player and can be placed at all, based only on their rows. */
export function listCompanions({ pool, rules, player }: AdvisedPlayer): PoolPlayer[] {
  const isReady = (one: PoolPlayer) =>
    one.wants.includes('squad') && isPlayer(one, rules) && hasTime(one, rules, pool.weekOf);
  return pool.players.filter((other) => {
    if (other.id === player.id) return false;
    const party = pool.players.filter((one) => one === other || (one.party !== null && one.party === other.party));
    const sharedKinds = player.wants.filter((kind) => other.wants.includes(kind));
    if (sharedKinds.includes('squad') && party.length < rules.seats.length && party.every(isReady)) return true;
    return (
      sharedKinds.includes('pair') && party.length === 1 && isPlayer(other, rules) && hasTime(other, rules, pool.weekOf)
    );
  });
}

const isPlayer = (one: PoolPlayer, rules: MatchingRules) =>
  one.positions.some((position) => rules.seats.includes(position));

const hasTime = (one: PoolPlayer, rules: MatchingRules, weekOf: string) =>
  countCommonMinutes(one, one, weekOf) >= resolveLimits(one.waiting, rules).minCommonMinutes;

const isClash = (one: string | null | undefined, other: string | null | undefined) =>
  one != null && other != null && one !== other;

function listRegionSets({ region, waiting }: PoolPlayer, rules: MatchingRules): string[] {
  const steps = rules.relaxation.filter((step) => waiting >= step.afterRuns).flatMap((step) => step.regions ?? []);
  const sets = [...rules.limits.regions!, ...steps].filter((set) => set.includes(region));
  return sets.map((set) => set.join());
}

function countCommonMinutes(a: PoolPlayer, b: PoolPlayer, weekOf: string): number {
  const bins = toWeekBins(weekOf);
  const [one, other] = [new Int32Array(WEEK_WORDS), new Int32Array(WEEK_WORDS)];
  bins.fill(one, 0, a);
  bins.fill(other, 0, b);
  return one.reduce((sum, word, w) => sum + 15 * countBits(word & other[w]!), 0);
}

import { PLATFORM_BITS, REGION_BITS } from './columns.ts';
import type { Compiled } from './compile.ts';
import { shareEnough } from './go-together.ts';
import type { MatchingRules, PoolPlayer } from './matcher-schema.ts';
import { meets } from './wishes.ts';

const TESTS = ['region', 'platform', 'mode', 'language', 'time', 'wish'] as const;

const SENTENCES: Record<(typeof TESTS)[number], (excluded: number) => string> = {
  region: (n) => `Your region keeps you apart from most others: ${n} players would fit but for it.`,
  platform: (n) => `Platform and crossplay keep you apart from most others: ${n} players would fit but for them.`,
  mode: (n) => `Your game modes keep you apart from most others: ${n} players would fit but for them.`,
  language: (n) => `Your languages keep you apart from most others: ${n} players would fit but for them.`,
  time: (n) => `Your hours keep you apart from most others: ${n} players would fit but for them.`,
  wish: (n) => `Your wishes keep you apart from most others: ${n} players would fit but for them.`,
};

/** What keeps a player out: their own data first, then the constraint that alone excludes the most players. */
export function bindingConstraint(
  compiled: Compiled,
  eligible: Uint8Array,
  { index, player }: { index: number; player: PoolPlayer },
  rules: MatchingRules,
): { constraint: string; sentence: string } {
  const { columns: c } = compiled;
  if (player.wants.length === 0) {
    return { constraint: 'wants-nothing', sentence: 'You look for nothing, or have open proposals for all of it.' };
  }
  if (c.seatMask[index] === 0) {
    return { constraint: 'unknown-position', sentence: `None of your positions is one of ${rules.seats.join(', ')}.` };
  }
  if (c.terms.needLanguage && player.languages.length === 0) {
    return {
      constraint: 'no-language',
      sentence: 'Your profile names no language; all in a match need one in common.',
    };
  }
  if (c.bins[index]! < c.minBins[index]!) {
    const needed = c.minBins[index]! * 15;
    return {
      constraint: 'too-little-time',
      sentence: `You are free ${c.bins[index]! * 15} minutes a week; a match needs ${needed} minutes in common.`,
    };
  }
  if (c.party[index]! >= 0 && !eligible[index]) {
    return { constraint: 'party-impossible', sentence: 'Your party as a whole cannot be placed in a squad.' };
  }
  const { fitting, only } = countExclusions(compiled, eligible, index);
  if (fitting >= 12 * c.terms.seats) {
    return {
      constraint: 'positions',
      sentence: `${fitting} players fit you, but the other positions went to squads without you.`,
    };
  }
  let worst = 0;
  for (let t = 1; t < TESTS.length; t++) if (only[t]! > only[worst]!) worst = t;
  const test = TESTS[worst]!;
  return { constraint: test, sentence: SENTENCES[test](only[worst]!) };
}

/** How many players pass every test with this one, and how many fail exactly one of them, by test. */
function countExclusions(compiled: Compiled, eligible: Uint8Array, index: number): { fitting: number; only: number[] } {
  const { columns: c } = compiled;
  const only = TESTS.map(() => 0);
  let fitting = 0;
  for (let i = 0; i < c.size; i++) {
    if (i === index || !eligible[i]) continue;
    const gates = c.gate[i]! & c.gate[index]!;
    const fails = [
      (gates & REGION_BITS) === 0,
      (gates & PLATFORM_BITS) === 0,
      c.terms.needMode && (c.modes[i]! & c.modes[index]!) === 0,
      c.terms.needLanguage &&
        ((c.languages[2 * i]! & c.languages[2 * index]!) | (c.languages[2 * i + 1]! & c.languages[2 * index + 1]!)) ===
          0,
      !shareEnough(c, i, index),
      !meets(c.wishes[i]! & c.wishes[index]!, c.terms.wishes),
    ];
    const failed = fails.filter(Boolean).length;
    if (failed === 0) fitting++;
    if (failed === 1) only[fails.indexOf(true)]!++;
  }
  return { fitting, only };
}

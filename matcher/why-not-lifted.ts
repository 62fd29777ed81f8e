import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import type { Compiled } from './compile.ts';
import type { PoolPlayer } from './matcher-schema.ts';
import { WEEK_WORDS } from './week.ts';
import type { Pairwise } from './why-not-facts.ts';
import { createTrial, forbiddenToForms, type Placement } from './why-not-trial.ts';

/** Constraints that can be lifted for one player while everything else stays the same. */
export type LiftableConstraint = Pairwise | 'rest' | 'party' | 'nothing';

/**
 * Returns the constraints in `asked` that each prevent a place on their own: without that constraint, the player would
 * have one.
 */
export function findBindingConstraints(
  compiled: Compiled,
  placement: Placement,
  original: { index: number; player: PoolPlayer },
  asked: readonly LiftableConstraint[],
): Set<LiftableConstraint> {
  const { index, player } = original;
  const columns = compiled.withVariants(
    index,
    asked.map(() => player),
  );
  const row = (v: number) => compiled.columns.size + v;
  asked.forEach((constraint, v) => {
    if (constraint !== 'rest' && constraint !== 'nothing') lift(columns, constraint, row(v));
  });
  const resting = asked.flatMap((constraint, v) => (constraint === 'rest' ? [] : [row(v)]));
  const trial = createTrial(placement, columns, index, forbiddenToForms(compiled.forbidden, index, resting));
  return new Set(asked.filter((_, v) => trial(row(v)) !== null));
}

/** Makes a row pass one test with all players. */
function lift(c: Columns, constraint: Exclude<LiftableConstraint, 'rest' | 'nothing'>, row: number): void {
  switch (constraint) {
    case 'region':
      c.gate[row]! |= REGION_BITS;
      return;
    case 'platform':
      c.gate[row]! |= PLATFORM_BITS;
      return;
    case 'mode':
      c.modes[row] = 0x7fffffff;
      return;
    case 'language':
      c.languages.fill(-1, 2 * row, 2 * row + 2);
      return;
    case 'time':
      c.schedule.fill(-1, row * WEEK_WORDS, (row + 1) * WEEK_WORDS);
      c.bins[row] = WEEK_WORDS * 32;
      return;
    case 'wish':
      c.wishes[row] = -1;
      return;
    case 'spread':
      c.rating[row] = Number.NaN;
      return;
    case 'block':
      c.relationKind.fill(0, c.relationStart[row]!, c.relationStart[row + 1]!);
      return;
    case 'party':
      c.party[row] = -1;
  }
}

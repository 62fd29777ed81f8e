import { type Columns, PLATFORM_BITS, REGION_BITS } from './columns.ts';
import type { CompiledPool } from './compile.ts';
import type { PoolPlayer } from './matcher-schema.ts';
import { WEEK_WORDS } from './week.ts';
import type { PairwiseConstraint } from './why-not-facts.ts';
import { copyForbiddenGroups, createTrial, type Placement } from './why-not-trial.ts';

/** Constraints that can be lifted for one player while everything else stays the same. */
export type LiftableConstraint = PairwiseConstraint | 'rest' | 'party' | 'nothing';

/**
 * Returns those of `constraints` that alone prevent a place: without just that constraint, the player would have one.
 */
export function findBindingConstraints(
  compiledPool: CompiledPool,
  placement: Placement,
  original: { index: number; player: PoolPlayer },
  constraints: readonly LiftableConstraint[],
): Set<LiftableConstraint> {
  const { index, player } = original;
  const columns = compiledPool.withVariants(
    index,
    constraints.map(() => player),
  );
  const getVariantRow = (v: number) => compiledPool.columns.size + v;
  constraints.forEach((constraint, v) => {
    if (constraint !== 'rest' && constraint !== 'nothing') liftConstraint(columns, constraint, getVariantRow(v));
  });
  const forbiddenRows = constraints.flatMap((constraint, v) => (constraint === 'rest' ? [] : [getVariantRow(v)]));
  const trial = createTrial(
    placement,
    columns,
    index,
    copyForbiddenGroups(compiledPool.forbidden, index, forbiddenRows),
  );
  return new Set(constraints.filter((_, v) => trial(getVariantRow(v)) !== null));
}

/** Makes a row pass one test with all players. */
function liftConstraint(c: Columns, constraint: Exclude<LiftableConstraint, 'rest' | 'nothing'>, row: number): void {
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

import { Crew } from '../../matcher/crew.ts';
import { defaultRules } from '../../matcher/run.ts';
import type { Row } from './bars.ts';
import { makePool, type PoolKind } from './pools.ts';
import { countRules } from './rules.ts';

/** What is found beside both bounds, in pools of a kind, and the seconds that each bound takes. */
export async function proofs(pools: readonly (readonly [PoolKind, number])[]): Promise<Row[]> {
  const crew = new Crew(2);
  const rows: Row[] = [];
  for (const [kind, size] of pools) {
    const pool = makePool(kind, size, 1);
    for (const [objective, rules] of [
      ['count', countRules(defaultRules)],
      ['score', defaultRules],
    ] as const) {
      const run = async (proof: 'quick' | 'tight') => {
        const { certificate } = await crew.run(pool, rules, {
          seed: 1,
          effort: 'full',
          proof,
          now: () => performance.now(),
        });
        return { ...certificate, seconds: certificate.phases.find(({ name }) => name === 'bound')!.seconds };
      };
      const quick = await run('quick');
      const tight = await run('tight');
      rows.push({
        pool: `${kind} ${size}`,
        objective,
        found: tight.total.toFixed(0),
        'quick bound': quick.bound.toFixed(0),
        share: percent(1 - quick.gap),
        'quick s': quick.seconds.toFixed(2),
        'tight bound': tight.bound.toFixed(0),
        'tight share': percent(1 - tight.gap),
        'tight s': tight.seconds.toFixed(1),
        squads: tight.squads,
        'squad bound': tight.squadBound,
        'of squad bound': percent(1 - tight.squadGap),
      });
    }
  }
  await crew.end();
  return rows;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

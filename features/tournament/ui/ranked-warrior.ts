import type { Warrior } from '../../../content/schema/tournament-schema.ts';
import type { Standing } from '../tournament.schema.ts';

/** A warrior with its rank in the community ranking. */
export type RankedWarrior = Warrior & {
  community: Pick<Standing, 'rank' | 'votes' | 'voters' | 'settled' | 'best' | 'worst'>;
};

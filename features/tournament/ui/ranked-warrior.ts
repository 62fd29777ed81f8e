import type { Warrior } from '../../../content/schema/tournament-schema.ts';
import type { Standing } from '../tournament.schema.ts';

/** A warrior with the label of its category and its rank in the community ranking. */
export type RankedWarrior = Warrior & {
  categoryLabel: string;
  community: Pick<Standing, 'rank' | 'votes' | 'voters' | 'settled' | 'best' | 'worst'>;
};

import type { Warrior } from '../../../content/schema/tournament-schema.ts';

/** A warrior with their place in the community's ranking. */
export type RankedWarrior = Warrior & { communityRank: number; votes: number };

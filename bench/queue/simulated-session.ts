import { toPlayerConstraints, toPoolPlayer } from '../../features/matches/pool.rules.ts';
import { generatePlayers } from '../../features/profiles/player-seeding/player-seeding.generator.ts';
import type { PoolPlayer } from '../../matcher/matcher-schema.ts';
import { createRandom } from '../../matcher/random.ts';

/** Somebody who comes in an evening; seconds since it began. */
export type Guest = {
  player: PoolPlayer;
  arrives: number;
  /** When they go, unless a group was found before. */
  leaves: number;
};

export const SESSION_SECONDS = 4 * 3600;
const MAX_WAIT_SECONDS = 600;
/** Any evening would do: hours of the week are nothing to the queue. */
const STARTED_AT = Date.parse('2026-03-03T18:00:00Z');

export const toInstant = (second: number): Date => new Date(STARTED_AT + second * 1000);

/**
 * People of a community as it is seeded for demonstrations (regions, platforms, languages, roles and ratings as in
 * life), who come at any moment of four hours, one by one, and have an exponential patience.
 * @returns in the order in which they come
 */
export function createSession(people: number, seed: number): Guest[] {
  const { next } = createRandom(seed);
  const ties = toPlayerConstraints([], []);
  return generatePlayers({ players: people, seed })
    .map((profile) => {
      const arrives = next() * SESSION_SECONDS;
      const player = toPoolPlayer({ ...profile, wishes: {}, waiting: 0, reliability: null }, ties);
      return { player, arrives, leaves: arrives - Math.log(1 - next()) * MAX_WAIT_SECONDS };
    })
    .sort((a, b) => a.arrives - b.arrives);
}

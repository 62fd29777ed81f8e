import { toPlayerConstraints, toPoolPlayer } from '../../features/matches/pool.rules.ts';
import { generatePlayers } from '../../features/profiles/player-seeding/player-seeding.generator.ts';
import type { PoolPlayer } from '../../matcher/matcher-schema.ts';
import { createRandom } from '../../matcher/random.ts';

/** A player of a simulated session. Times are in seconds since the session began. */
export type SimulatedPlayer = {
  player: PoolPlayer;
  arrives: number;
  /** When the player gives up if they haven't been matched. */
  leaves: number;
};

export const SESSION_SECONDS = 4 * 3600;
const MAX_WAIT_SECONDS = 600;
/** Start of the session. Any date works, because the queue doesn't use weekly availability. */
const STARTED_AT = Date.parse('2026-03-03T18:00:00Z');

export const toInstant = (second: number): Date => new Date(STARTED_AT + second * 1000);

/**
 * Creates players distributed like the demo community (realistic regions, platforms, languages, roles and ratings).
 * They arrive at random moments over four hours and give up after an exponentially distributed time.
 * @returns players in order of arrival
 */
export function createSimulatedPlayers(people: number, seed: number): SimulatedPlayer[] {
  const { next } = createRandom(seed);
  const constraints = toPlayerConstraints([], []);
  return generatePlayers({ players: people, seed })
    .map((profile) => {
      const arrivesAt = next() * SESSION_SECONDS;
      const player = toPoolPlayer({ ...profile, wishes: {}, waiting: 0, reliability: null }, constraints);
      return { player, arrives: arrivesAt, leaves: arrivesAt - Math.log(1 - next()) * MAX_WAIT_SECONDS };
    })
    .sort((a, b) => a.arrives - b.arrives);
}

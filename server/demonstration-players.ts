import { createSignInId, seedPlayer } from '../features/profiles/player-seeding/player-seeding.generator.ts';
import type { SandboxPlayer } from '../integrations/twitch/sandbox-players.ts';
import type { SampleCard } from '../tools/sample-players/sample-fit.ts';
import type { Env } from './env.ts';

const DEFAULT_PLAYERS = 400;
/** Seed of the generated community in a demo. */
export const DEMO_SEED = 1;

/** Returns how many players a demo is seeded with. */
export const countDemoPlayers = ({ SEED_PLAYERS }: Pick<Env, 'SEED_PLAYERS'>): number =>
  SEED_PLAYERS ?? DEFAULT_PLAYERS;

/** Returns the demo player who has this login in the sign-in sandbox, or undefined for any other login. */
export function findDemoPlayer(login: string): SandboxPlayer | undefined {
  const index = Number.parseInt(login.slice(login.lastIndexOf('_') + 1), 36);
  if (!Number.isSafeInteger(index)) return undefined;
  const player = seedPlayer(DEMO_SEED, index);
  if (player.login !== login) return undefined;
  const { email, display_name: displayName } = player;
  return { id: createSignInId(DEMO_SEED, index), login, displayName, email };
}

/**
 * Lists the demo's players with their logins, as shown on their profiles.
 * @param max the maximum number, starting with the first player
 */
export function listDemoCards(env: Pick<Env, 'SEED_PLAYERS'>, max: number): SampleCard[] {
  return Array.from({ length: Math.min(countDemoPlayers(env), max) }, (_, index) => {
    const { id, login, email, role, flex_positions, platform, crossplay, region, modes, languages, ...more } =
      seedPlayer(DEMO_SEED, index);
    const { overall_rating, competitive_level, playstyle, archetype_primary, archetype_secondary, mic } = more;
    return {
      ...{ id, login, email, role, flex_positions, platform, crossplay, region, modes, languages },
      ...{ overall_rating, competitive_level, playstyle, mic },
      archetypes: [archetype_primary, archetype_secondary].filter((one) => one !== null),
    };
  });
}

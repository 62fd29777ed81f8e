import type { Deps, Person } from '../../server/deps.ts';
import { before } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { type SeedPlayer, seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { apply } from './applications/applications.commands.ts';
import { createListing } from './lfg.commands.ts';
import { NewListing } from './lfg.schema.ts';
import { seedListing } from './listing-seeding.generator.ts';

const LISTINGS = 24;
const MINUTES_BETWEEN = 47;
/** Every so many players of the seeded community one has a listing up. */
const STRIDE = 11;
const APPLICANTS = 3;

/**
 * Puts up listings of a seeded community, and one of the sample player with applicants waiting for an answer.
 * @param community seed and size that the players were made with
 */
export async function furnishListings(
  deps: Deps,
  community: { seed: number; players: number },
  sample: Person,
): Promise<void> {
  const owners = Array.from({ length: Math.floor(community.players / STRIDE) }, (_, index) => index * STRIDE);
  for (const [number, index] of owners.slice(0, LISTINGS).entries()) {
    const owner = seedPlayer(community.seed, index);
    await createListing(ago(deps, number + 1), { userId: owner.id }, NewListing.parse(seedListing(owner, number)));
  }
  const id = await createListing(
    ago(deps, 0.5),
    sample,
    NewListing.parse({
      title: 'Rim runner seeks a five for the season',
      needed_positions: ['PG', 'SG', 'SF', 'PF'],
      modes: ['Pro-Am 5v5', 'Rec'],
      availability: [
        { day: 'Tue', start: '20:00', end: '23:00' },
        { day: 'Thu', start: '20:00', end: '23:00' },
        { day: 'Sat', start: '14:00', end: '18:00' },
      ],
      timezone: 'America/New_York',
      notes: 'I screen, roll and clean the glass. Bring a guard who likes to pass.',
    }),
  );
  for (const { id: userId, archetype_primary } of applicants(community)) {
    await apply(deps, { userId }, id, { message: `${archetype_primary} here. I can make all three evenings.` });
  }
}

/** Some of the community who could play with the sample player, each at a position of their own. */
function applicants({ seed, players }: { seed: number; players: number }): SeedPlayer[] {
  const found = new Map<string, SeedPlayer>();
  for (let index = 1; index < players && found.size < APPLICANTS; index++) {
    const player = seedPlayer(seed, index);
    if (player.platform !== 'PS5' || player.region !== 'NA-East' || player.role === 'C') continue;
    if (!found.has(player.role)) found.set(player.role, player);
  }
  return [...found.values()];
}

/** The same context at an earlier moment: listings of a community were not all put up in the same second. */
function ago(deps: Deps, steps: number): Deps {
  const moment = before(deps.now(), steps * MINUTES_BETWEEN * MINUTE_MS);
  return { ...deps, now: () => moment };
}

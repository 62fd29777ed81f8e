import { paths } from '../content/paths.ts';
import { furnishMarket } from '../features/bookings/bookings.factory.ts';
import { furnishListings } from '../features/lfg/listing-seeding.factory.ts';
import { runMatcherNow } from '../features/matches/matcher-runs/matcher-runs.commands.ts';
import {
  communityIsEmpty,
  markDemonstration,
  presentSamples,
  SAMPLE_PASSWORD,
  samplePlayerOf,
  seedCommunity,
  seedSamples,
} from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { DEMONSTRATION_SEED, playersOf } from './demonstration-players.ts';
import type { Deps } from './deps.ts';

/** Fills an empty demonstration with a community, its listings, three sign-ins and a first run of the matcher. */
export async function furnishDemonstration(deps: Deps): Promise<void> {
  const players = playersOf(deps.env);
  // An empty one is one too: whoever reads its sandbox could sign up with any address.
  await markDemonstration(deps);
  if (players === 0 || !(await communityIsEmpty(deps))) return;
  deps.log.info({ players }, 'furnishing the demonstration with sample players');
  await seedCommunity(deps, { players, seed: DEMONSTRATION_SEED, password: SAMPLE_PASSWORD });
  await seedSamples(deps);
  await furnishListings(deps, { players, seed: DEMONSTRATION_SEED }, await samplePlayerOf(deps));
  await runMatcherNow(deps);
}

/** Sellers and coaches for the demonstration; they pass through the processor's stand-in, which answers by now. */
export async function furnishMarketplace(deps: Deps): Promise<void> {
  if (deps.env.SEED_PLAYERS === 0) return;
  // A first start that was cut short leaves sellers whom a new stand-in does not know; that is no reason not to start.
  await furnishMarket(deps).catch((error: unknown) =>
    deps.log.warn({ error: String(error) }, 'the marketplace is not complete; an empty data folder makes a new one'),
  );
}

/** What somebody who just started the demonstration wants to know: accounts only as far as they exist. */
export async function demonstrationWelcome(deps: Deps): Promise<string> {
  const { origin } = deps.env;
  const samples = await presentSamples(deps);
  const width = Math.max(...samples.map((sample) => sample.who.length));
  const lines = samples.map(
    ({ who, email, password, twitch }) => `    ${who.padEnd(width)}  ${email}  ${password}  (Twitch: ${twitch.login})`,
  );
  return [
    '',
    `  Planet Crew is up at ${origin}`,
    '',
    ...(lines.length > 0
      ? ['  Sign in as:', ...lines]
      : [`  There are no sample accounts here: make one at ${origin}${paths.auth}`]),
    '',
    `  Mail and other third parties: ${origin}${paths.sandbox}`,
    '',
  ].join('\n');
}

import { paths } from '../content/paths.ts';
import { seedBookings } from '../features/bookings/booking-seeding.factory.ts';
import { seedMarket } from '../features/bookings/bookings.factory.ts';
import { seedListings } from '../features/lfg/listing-seeding.factory.ts';
import { FIRST_SEARCH_JOB } from '../features/matches/first-searches.commands.ts';
import { runMatcherNow } from '../features/matches/matcher-runs/matcher-runs.commands.ts';
import { withEarlierClock } from '../features/profiles/player-seeding/earlier-clock.factory.ts';
import {
  getSamplePlayer,
  isCommunityEmpty,
  listPresentSamples,
  listSampleIds,
  markDemonstration,
  reportSamplePlayer,
  SAMPLE_PASSWORD,
  seedCommunity,
  seedSamples,
} from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { ESTABLISHED_DAYS, seedPlayer } from '../features/profiles/player-seeding/player-seeding.generator.ts';
import { seedSessions, seedWeek } from '../features/squads/week-seeding.factory.ts';
import { seedVotes } from '../features/tournament/voting-seeding.factory.ts';
import { DAY_MS } from '../time/units.ts';
import { countDemoPlayers, DEMO_SEED } from './demonstration-players.ts';
import type { Deps } from './deps.ts';
import { Refusal } from './refusal.ts';

/** Share of the community that joined in the last week: two players a day at the default size. */
const NEWCOMER_SHARE = 0.035;

const getCommunity = (deps: Deps) => ({ players: countDemoPlayers(deps.env), seed: DEMO_SEED });

/**
 * Seeds an empty demo with a community, its past week, its listings, three accounts to sign in with, and a first
 * matching round today.
 */
export async function seedDemoCommunity(deps: Deps): Promise<void> {
  const community = { ...getCommunity(deps), password: SAMPLE_PASSWORD };
  const { players } = community;
  // Mark even an empty demo, because anyone who can read its sandbox could sign up with any address.
  await markDemonstration(deps);
  if (players === 0 || !(await isCommunityEmpty(deps))) return;
  deps.log.info({ players }, 'seeding the demo with sample players');
  // The sample accounts are created in the past week and matched once everyone else exists.
  await seedSamples(withEarlierClock(deps, ESTABLISHED_DAYS * DAY_MS));
  const sample = await getSamplePlayer(deps);
  // Jobs that use today's clock may interfere and make this fail; today's data is seeded anyway.
  await seedWeek(deps, community, sample).catch((error: unknown) => logMissingPart(deps, 'runs', error));
  await seedCommunity(deps, { ...community, newcomers: Math.floor(players * NEWCOMER_SHARE) });
  for (const userId of await listSampleIds(deps)) {
    if (userId) await deps.jobs.send(FIRST_SEARCH_JOB, { userId }, { key: userId });
  }
  await reportSamplePlayer(deps, community);
  await seedListings(deps, community, sample);
  await runMatcherNow(deps).catch(ignoreAlreadyRunning);
}

/** Ignores the conflict that occurs when another node of this demo is already running the matcher. */
function ignoreAlreadyRunning(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
}

/** Seeds sellers and coaches through the payment provider's sandbox, which must already be responding. */
export async function seedDemoMarketplace(deps: Deps): Promise<void> {
  if (deps.env.SEED_PLAYERS === 0) return;
  // After an interrupted first start, a new sandbox doesn't know the existing sellers. Start anyway.
  await seedMarket(deps).catch((error: unknown) =>
    deps.log.warn(
      { err: error },
      'could not seed the whole demo marketplace; start with an empty data folder to retry',
    ),
  );
}

/**
 * Seeds last week's activity: sessions, votes and bookings. This takes time, so it runs while the demo is already open.
 * Each part is seeded once.
 */
export async function seedDemoHistory(deps: Deps, signal: AbortSignal): Promise<void> {
  const community = getCommunity(deps);
  if (community.players === 0) return;
  const parts = {
    evenings: () => seedSessions(deps, community, signal),
    bookings: async () => seedBookings(deps, { community, sample: await getSamplePlayer(deps) }, signal),
    votes: () => seedVotes(deps, listVoters(community), signal),
  };
  for (const [part, furnish] of Object.entries(parts)) {
    if (signal.aborted) return;
    // A demo still works without its history.
    await furnish().catch((error: unknown) => logMissingPart(deps, part, error));
  }
}

const logMissingPart = (deps: Deps, part: string, error: unknown) =>
  deps.log.warn({ part, err: error }, 'could not seed part of the demo history');

const VOTER_COUNT = 24;
const listVoters = ({ seed, players }: { seed: number; players: number }) =>
  Array.from({ length: Math.min(VOTER_COUNT, players) }, (_, index) => ({ userId: seedPlayer(seed, index).id }));

/** Formats the welcome message for someone who just started the demo; lists only accounts that exist. */
export async function formatDemoWelcome(deps: Deps): Promise<string> {
  const { origin } = deps.env;
  const samples = await listPresentSamples(deps);
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

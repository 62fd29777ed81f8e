import { paths } from '../content/paths.ts';
import { seedBookings } from '../features/bookings/booking-seeding.factory.ts';
import { seedMarket } from '../features/bookings/bookings.factory.ts';
import { seedListings } from '../features/lfg/listing-seeding.factory.ts';
import { FIRST_SEARCH_JOB } from '../features/matches/first-searches.commands.ts';
import { runMatcherNow } from '../features/matches/matcher-runs/matcher-runs.commands.ts';
import { withEarlierClock } from '../features/profiles/player-seeding/earlier-clock.factory.ts';
import {
  isCommunityEmpty,
  markDemonstration,
  presentSamples,
  reportPlayerOf,
  SAMPLE_PASSWORD,
  sampleIds,
  samplePlayerOf,
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

/** Of a community, those who came within the last week: two a day of the usual one. */
const NEWCOMER_SHARE = 0.035;

const communityOf = (deps: Deps) => ({ players: countDemoPlayers(deps.env), seed: DEMO_SEED });

/**
 * Fills an empty demonstration with a community, the week before today, its listings, three sign-ins and a first run of
 * the matcher today.
 */
export async function seedDemoCommunity(deps: Deps): Promise<void> {
  const community = { ...communityOf(deps), password: SAMPLE_PASSWORD };
  const { players } = community;
  // An empty one is one too: whoever reads its sandbox could sign up with any address.
  await markDemonstration(deps);
  if (players === 0 || !(await isCommunityEmpty(deps))) return;
  deps.log.info({ players }, 'furnishing the demonstration with sample players');
  // They belong to the week, and are looked after at once when everybody else is there.
  await seedSamples(withEarlierClock(deps, ESTABLISHED_DAYS * DAY_MS));
  const sample = await samplePlayerOf(deps);
  // Jobs that go by the clock of today may come in between; today is furnished all the same.
  await seedWeek(deps, community, sample).catch((error: unknown) => logMissingPart(deps, 'runs', error));
  await seedCommunity(deps, { ...community, newcomers: Math.floor(players * NEWCOMER_SHARE) });
  for (const userId of await sampleIds(deps)) {
    if (userId) await deps.jobs.send(FIRST_SEARCH_JOB, { userId }, { key: userId });
  }
  await reportPlayerOf(deps, community);
  await seedListings(deps, community, sample);
  await runMatcherNow(deps).catch(ignoreAlreadyRunning);
}

/** Another node of this demonstration runs the matcher: that is what was wanted. */
function ignoreAlreadyRunning(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
}

/** Sellers and coaches for the demonstration; they pass through the processor's stand-in, which answers by now. */
export async function seedDemoMarketplace(deps: Deps): Promise<void> {
  if (deps.env.SEED_PLAYERS === 0) return;
  // A first start that was cut short leaves sellers whom a new stand-in does not know; that is no reason not to start.
  await seedMarket(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the marketplace is not complete; an empty data folder makes a new one'),
  );
}

/**
 * What people of the last week have left behind: evenings, votes, bookings. It takes its time, so it comes about while
 * the demonstration is open already. Each part comes about once.
 */
export async function seedDemoHistory(deps: Deps, signal: AbortSignal): Promise<void> {
  const community = communityOf(deps);
  if (community.players === 0) return;
  const parts = {
    evenings: () => seedSessions(deps, community, signal),
    bookings: async () => seedBookings(deps, { community, sample: await samplePlayerOf(deps) }, signal),
    votes: () => seedVotes(deps, votersOf(community), signal),
  };
  for (const [part, furnish] of Object.entries(parts)) {
    if (signal.aborted) return;
    // A demonstration without its past is one all the same.
    await furnish().catch((error: unknown) => logMissingPart(deps, part, error));
  }
}

const logMissingPart = (deps: Deps, part: string, error: unknown) =>
  deps.log.warn({ part, err: error }, 'a part of the week before is not there');

const VOTERS = 24;
const votersOf = ({ seed, players }: { seed: number; players: number }) =>
  Array.from({ length: Math.min(VOTERS, players) }, (_, index) => ({ userId: seedPlayer(seed, index).id }));

/** What somebody who just started the demonstration wants to know: accounts only as far as they exist. */
export async function formatDemoWelcome(deps: Deps): Promise<string> {
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

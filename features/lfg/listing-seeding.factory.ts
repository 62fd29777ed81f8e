import type { Deps, Person } from '../../server/deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { withEarlierClock } from '../profiles/player-seeding/earlier-clock.factory.ts';
import { type SeedPlayer, seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { applyToListing } from './applications/applications.commands.ts';
import { createListing, reportListingToModerators } from './lfg.commands.ts';
import { NewListing } from './lfg.schema.ts';
import { generateListing } from './listing-seeding.generator.ts';

const LISTING_COUNT = 24;
const MINUTES_BETWEEN = 47;
/** One in this many seeded players has an open listing. */
const STRIDE = 11;
const MAX_APPLICANTS = 3;

const SAMPLE_HOURS = [
  { day: 'Tue', start: '20:00', end: '23:00' },
  { day: 'Thu', start: '20:00', end: '23:00' },
  { day: 'Sat', start: '14:00', end: '18:00' },
] as const;
const DAY_NAMES = { Tue: 'Tuesday', Thu: 'Thursday', Sat: 'Saturday' } as const;

/** Reports for the demo's moderators: listing index and reporter's text. */
const REPORTED_LISTINGS = [
  { listing: 3, reason: 'spam', details: 'The same text was up twice yesterday under other titles.' },
  { listing: 9, reason: 'fake', details: 'Applied, was accepted, and nobody was in the lobby. Twice now.' },
] as const;

/**
 * Creates listings for a seeded community, and one for the sample player with pending applicants. Two of them are
 * reported.
 * @param community seed and size that the players were generated with
 */
export async function seedListings(
  deps: Deps,
  community: { seed: number; players: number },
  sample: Person,
): Promise<void> {
  const owners = Array.from({ length: Math.floor(community.players / STRIDE) }, (_, index) => index * STRIDE);
  for (const [number, index] of owners.slice(0, LISTING_COUNT).entries()) {
    const owner = seedPlayer(community.seed, index);
    const listing = NewListing.parse(generateListing(owner, number));
    const id = await createListing(toEarlierClock(deps, number + 1), { userId: owner.id }, listing);
    const report = REPORTED_LISTINGS.find((one) => one.listing === number);
    if (!report) continue;
    const reader = { userId: seedPlayer(community.seed, index + 1).id };
    await reportListingToModerators(toEarlierClock(deps, number / 2), reader, {
      listing_id: id,
      reason: report.reason,
      details: report.details,
    });
  }
  const id = await createListing(
    toEarlierClock(deps, 0.5),
    sample,
    NewListing.parse({
      title: 'Rim runner seeks a five for the season',
      needed_positions: ['PG', 'SG', 'SF', 'PF'],
      modes: ['Pro-Am 5v5', 'Rec'],
      availability: SAMPLE_HOURS,
      timezone: 'America/New_York',
      notes: 'I screen, roll and clean the glass. Bring a guard who likes to pass.',
    }),
  );
  for (const player of pickApplicants(community)) {
    const days = listSharedDays(player);
    const message = `${player.archetype_primary} here. ${days.join(' and ')} ${days.length > 1 ? 'work' : 'works'} for me.`;
    await applyToListing(deps, { userId: player.id }, id, { message });
  }
}

/** Returns community players who fit the sample player, each at a different position. */
function pickApplicants({ seed, players }: { seed: number; players: number }): SeedPlayer[] {
  const found = new Map<string, SeedPlayer>();
  for (let index = 1; index < players && found.size < MAX_APPLICANTS; index++) {
    const player = seedPlayer(seed, index);
    if (player.platform !== 'PS5' || player.region !== 'NA-East' || player.role === 'C') continue;
    if (listSharedDays(player).length > 0 && !found.has(player.role)) found.set(player.role, player);
  }
  return [...found.values()];
}

/**
 * Returns the days of `SAMPLE_HOURS` on which a player is available for at least part of the time. It ignores time
 * zones, which differ by at most an hour.
 */
const listSharedDays = ({ availability }: SeedPlayer) =>
  SAMPLE_HOURS.filter((slot) =>
    availability.some(({ days, start, end }) => {
      const until = end > start ? end : '24:00';
      return days.includes(slot.day) && start < slot.end && until > slot.start;
    }),
  ).map(({ day }) => DAY_NAMES[day]);

/** Spreads creation times, so that a community's listings aren't all posted in the same second. */
const toEarlierClock = (deps: Deps, steps: number) => withEarlierClock(deps, steps * MINUTES_BETWEEN * MINUTE_MS);

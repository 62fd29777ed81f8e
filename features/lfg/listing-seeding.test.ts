import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { listOpenFlags } from '../moderation/flags.queries.ts';
import { seedCommunity } from '../profiles/player-seeding/player-seeding.factory.ts';
import { seedPlayer } from '../profiles/player-seeding/player-seeding.generator.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { NewListing, type Slot } from './lfg.schema.ts';
import { lfgApplications } from './lfg.tables.ts';
import { seedListings } from './listing-seeding.factory.ts';
import { formatWhen, generateListing } from './listing-seeding.generator.ts';

describe('generated listing', () => {
  test('is valid and suits its owner, for any owner', () => {
    for (let index = 0; index < 400; index++) {
      const owner = seedPlayer(1, index);
      const listing = NewListing.parse(generateListing(owner, index));
      expect(listing.needed_positions).not.toContain(owner.role);
      expect(listing.needed_positions.length).toBeGreaterThan(0);
      expect(owner.modes).toEqual(expect.arrayContaining(listing.modes));
    }
  });

  test('describes its hours only with words that fit all of them', () => {
    const createSlot = (day: Slot['day'], start: string, end: string): Slot => ({ day, start, end });
    for (const [word, ...slots] of [
      ['mornings', createSlot('Wed', '07:00', '10:00'), createSlot('Fri', '07:00', '10:00')],
      ['afternoons', createSlot('Tue', '11:30', '14:30')],
      ['weeknights', createSlot('Mon', '19:00', '22:00'), createSlot('Fri', '17:00', '01:00')],
      ['evenings', createSlot('Mon', '19:00', '22:00'), createSlot('Sun', '17:30', '22:00')],
      ['late nights', createSlot('Wed', '21:30', '03:00'), createSlot('Sat', '21:00', '00:00')],
      ['weekends', createSlot('Sat', '13:30', '22:00'), createSlot('Sun', '20:00', '01:00')],
      [undefined, createSlot('Mon', '15:30', '20:30')],
      [undefined, createSlot('Sat', '13:30', '22:00'), createSlot('Fri', '20:00', '00:30')],
      [undefined],
    ] as const) {
      expect(formatWhen(slots), JSON.stringify(slots)).toBe(word);
    }
    const titles = Array.from({ length: 400 }, (_, index) => {
      const { title, availability } = generateListing(seedPlayer(1, index), index);
      return { title: title.toLowerCase(), word: formatWhen(availability) };
    });
    const phrases = ['mornings', 'afternoons', 'weeknights', 'evenings', 'late nights', 'weekends', 'tonight'];
    const titlesWithPhrase = titles.filter(({ title }) => phrases.some((word) => title.includes(word)));
    expect(titlesWithPhrase.length).toBeGreaterThan(40);
    for (const { title, word } of titlesWithPhrase) expect(title).toContain(word);
  });
});

describe('seeded demo listings', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  test('include listings to browse and pending applicants for the sample player', async () => {
    const community = { seed: 1, players: 300 };
    await seedCommunity(context.deps, community);
    const sample = await makePlayer(context.deps, { role: 'C' });
    await seedListings(context.deps, community, sample);
    const browse = await context.app.request('/api/lfg/listings', {
      headers: { authorization: `Bearer ${sample.accessToken}` },
    });
    expect((await browse.json()).items).toHaveLength(25);
    const isPending = eq(lfgApplications.status, 'pending');
    const applications = await context.deps.db.select().from(lfgApplications).where(isPending);
    expect(applications).toHaveLength(3);
    const days = { Tuesday: 'Tue', Thursday: 'Thu', Saturday: 'Sat' } as const;
    const players = new Map(
      Array.from({ length: community.players }, (_, index) => seedPlayer(1, index)).map((one) => [one.id, one]),
    );
    for (const { applicantId, message } of applications) {
      const namedDays = Object.entries(days).filter(([name]) => message?.includes(name));
      expect(namedDays.length).toBeGreaterThan(0);
      const free = players.get(applicantId!)!.availability.flatMap((window) => window.days);
      for (const [, day] of namedDays) expect(free).toContain(day);
    }
    const flags = await listOpenFlags(context.deps.db, 10);
    expect(flags.map(({ kind, reports }) => [kind, reports])).toEqual([
      ['report', 1],
      ['report', 1],
    ]);
  });
});

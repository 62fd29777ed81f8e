import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { ProfileForm } from '../profile-form.schema.ts';
import { SAMPLE_PASSWORD, SAMPLE_SIGN_INS, seedCommunity, seedSamples } from './player-seeding.factory.ts';
import { generatePlayers, type SeedPlayer } from './player-seeding.generator.ts';

const sample = generatePlayers({ players: 20_000, seed: 11 });
const share = (has: (player: SeedPlayer) => boolean, players = sample) => players.filter(has).length / players.length;

describe('a generated community', () => {
  test("depends only on the seed, not on the community's size", () => {
    expect(generatePlayers({ players: 50, seed: 11 })).toEqual(sample.slice(0, 50));
    const other = generatePlayers({ players: 50, seed: 12 });
    expect(other.map(({ id }) => id)).not.toEqual(sample.slice(0, 50).map(({ id }) => id));
  });

  test('gives every player a unique id, email address and login', () => {
    for (const key of ['id', 'email'] as const) {
      expect(new Set(sample.map((player) => player[key])).size).toBe(sample.length);
    }
    const streamers = sample.map(({ twitch_id }) => twitch_id).filter((id) => id !== null);
    expect(new Set(streamers).size).toBe(streamers.length);
    expect(sample.every(({ email }) => email.endsWith('@players.example'))).toBe(true);
  });

  test("stays within the profile form's limits", () => {
    for (const player of sample.slice(0, 2_000)) {
      const read = ProfileForm.parse(player);
      expect(read).toMatchObject({ modes: player.modes, availability: player.availability, bio: player.bio });
    }
  });

  test('has few centers and many guards', () => {
    expect(share(({ role }) => role === 'C')).toBeGreaterThan(0.07);
    expect(share(({ role }) => role === 'C')).toBeLessThan(0.11);
    expect(share(({ role }) => role === 'PG')).toBeGreaterThan(0.29);
  });

  test('has ratings around 85 with long tails on both sides', () => {
    const ratings = sample.map((player) => player.overall_rating).filter((rating) => rating !== null);
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
    expect(mean).toBeGreaterThan(84);
    expect(mean).toBeLessThan(86);
    expect(ratings.filter((rating) => rating < 70).length).toBeGreaterThan(sample.length * 0.005);
    expect(ratings.filter((rating) => rating > 96).length).toBeGreaterThan(sample.length * 0.005);
    expect(Math.min(...ratings)).toBeGreaterThanOrEqual(60);
  });

  test('gives higher-rated players more wins', () => {
    const computeMean = (players: SeedPlayer[]) =>
      players.reduce((sum, player) => sum + (player.win_percentage ?? 50), 0) / players.length;
    const strongPlayers = sample.filter((player) => (player.overall_rating ?? 0) >= 92);
    const weak = sample.filter((player) => (player.overall_rating ?? 99) <= 78);
    expect(computeMean(strongPlayers) - computeMean(weak)).toBeGreaterThan(12);
  });

  test('spans more than 24 time zones with different daylight saving rules', () => {
    const zones = [...new Set(sample.map(({ timezone }) => timezone))];
    expect(zones.length).toBeGreaterThan(24);
    const findRule = (zone: string) =>
      Array.from(
        { length: 12 },
        (_, month) =>
          new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
            .formatToParts(new Date(Date.UTC(2026, month, 15)))
            .find(({ type }) => type === 'timeZoneName')?.value,
      );
    const turns = new Set(
      zones.map((zone) => {
        const offsets = findRule(zone);
        return offsets.map((offset, month) => (offset === offsets[(month + 11) % 12] ? '.' : month)).join('');
      }),
    );
    expect(turns.size).toBeGreaterThanOrEqual(6);
  });

  test('makes most players free in the evening, local time, and many past midnight', () => {
    const isFree = (player: SeedPlayer, clock: string) =>
      player.availability.some(({ start, end }) =>
        end > start ? start <= clock && clock < end : start <= clock || clock < end,
      );
    expect(share((player) => isFree(player, '21:00'))).toBeGreaterThan(0.75);
    expect(share((player) => isFree(player, '09:00'))).toBeLessThan(0.1);
    const pastMidnightShare = share((player) =>
      player.availability.some(({ start, end }) => end <= start && end !== '00:00'),
    );
    expect(pastMidnightShare).toBeGreaterThan(0.2);
    expect(share(({ availability }) => availability.length > 0)).toBe(1);
  });

  test('gives players the languages of their region', () => {
    const northAmerica = sample.filter(({ region }) => region.startsWith('NA'));
    expect(share(({ languages }) => languages.includes('English'), northAmerica)).toBeGreaterThan(0.9);
    const brazil = sample.filter(({ timezone }) => timezone === 'America/Sao_Paulo');
    expect(share(({ languages }) => languages[0] === 'Portuguese', brazil)).toBe(1);
    const [asia, america] = ['Asia', 'NA-East'].map((region) => sample.filter((player) => player.region === region));
    expect(share(({ platform }) => platform === 'Xbox Series', asia)).toBeLessThan(
      share(({ platform }) => platform === 'Xbox Series', america) / 3,
    );
  });
});

describe('seeding', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  test('fills the directory, reports progress, and adds only what is missing on a second run', async () => {
    const progress: number[] = [];
    const first = await seedCommunity(context.deps, {
      players: 2_100,
      seed: 5,
      onProgress: (done) => progress.push(done),
    });
    expect(first.madeCount).toBe(2_100);
    expect(progress).toEqual([2_000, 2_100]);
    const more = { players: 2_150, seed: 5, password: SAMPLE_PASSWORD };
    expect((await seedCommunity(context.deps, more)).madeCount).toBe(50);
    const { rows } = await context.deps.db.execute<Record<string, number>>(sql`
      select (select count(*) from protocol_public_profiles) as public,
             (select count(*) from user_profiles where onboarding_completed) as onboarded,
             (select count(*) from auth.users where encrypted_password is null) as users,
             (select count(*) from protocol_public_profiles where verified) as verified,
             (select count(*) from auth.identities where provider = 'twitch') as sign_ins,
             (select count(*) from protocol_profiles where consent_comms) as mailed`);
    expect(rows[0]).toMatchObject({ public: 2_150, onboarded: 2_150, users: 2_100, mailed: 0 });
    // Only accounts seeded with a public password have one.
    const { email } = generatePlayers({ players: 2_150, seed: 5 })[2_149]!;
    const token = '/auth/v1/token?grant_type=password';
    expect(
      (
        await context.app.request(token, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email, password: SAMPLE_PASSWORD }),
        })
      ).status,
    ).toBe(200);
    // Everyone can sign in. Players who stream say so in their profile.
    const streamers = generatePlayers({ players: 2_150, seed: 5 }).filter(({ twitch_login }) => twitch_login !== null);
    expect(rows[0]).toMatchObject({ sign_ins: 2_150, verified: streamers.length });
  });

  test('creates three sample sign-ins once: a new player, a published player and an admin', async () => {
    await seedSamples(context.deps);
    expect(await seedSamples(context.deps)).toBe(SAMPLE_SIGN_INS);
    const { rows } = await context.deps.db.execute<{
      email: string;
      profile: boolean;
      published: boolean;
      admin: boolean;
    }>(sql`
      select u.email, p.id is not null as profile, coalesce(p.published, false) as published, a.user_id is not null as admin
        from auth.users u
        left join protocol_profiles p on p.id = u.id
        left join admin_roles a on a.user_id = u.id
       where u.email like '%@planetcrew.example' and u.encrypted_password is not null
       order by u.email`);
    expect(rows).toEqual([
      { email: 'admin@planetcrew.example', profile: true, published: true, admin: true },
      { email: 'player@planetcrew.example', profile: true, published: true, admin: false },
      { email: 'rookie@planetcrew.example', profile: false, published: false, admin: false },
    ]);
  });
});

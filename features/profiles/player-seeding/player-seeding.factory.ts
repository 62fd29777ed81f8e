import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { findAccountIdByEmail, isAccountTableEmpty, listAccountsByIds } from '../../accounts/account-views.queries.ts';
import { makeUser, makeUsers } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { onDirectoryChanged } from '../directory/directory.commands.ts';
import { FORMATS } from '../group-formats.schema.ts';
import { ProfileForm } from '../profile-form.schema.ts';
import { chooseLooking, publishProfile, recordArrival, reportPlayer, saveProfile } from '../profiles.commands.ts';
import { withEarlierClock } from './earlier-clock.factory.ts';
import { createSignInId, type SeedPlayer, seedPlayer } from './player-seeding.generator.ts';
import { analyzeProfiles, insertDemoSeeding, insertSeedProfiles, isDemoSeeded } from './player-seeding.queries.ts';

const BATCH_SIZE = 2_000;

/** Returns whether there are no accounts yet. */
export const isCommunityEmpty = (deps: Deps): Promise<boolean> => isAccountTableEmpty(deps.db);

type Community = {
  players: number;
  seed: number;
  password?: string;
  /** Number of players, counted from the end, who joined within the last week. */
  newcomers?: number;
  onProgress?: (done: number) => void;
};

/**
 * Fills the database with a generated community in independent batches. A second run with the same seed only adds
 * what's missing.
 * @param password the sign-in password for all of them, for environments where it needn't be secret
 * @param onProgress called after each batch with the number of players processed
 */
export async function seedCommunity(
  deps: Deps,
  { players, seed, password, newcomers = 0, onProgress }: Community,
): Promise<{ madeCount: number; seconds: number }> {
  const startedAt = performance.now();
  const now = deps.now();
  let count = 0;
  await markDemonstration(deps);
  for (let start = 0; start < players; start += BATCH_SIZE) {
    const batch: SeedPlayer[] = [];
    for (let index = start; index < Math.min(players, start + BATCH_SIZE); index++) {
      const player = seedPlayer(seed, index);
      const place = index - (players - newcomers);
      batch.push(place < 0 ? player : { ...player, ageMinutes: getNewcomerMinutes(place, newcomers) });
    }
    const ids = batch.map(({ id }) => id);
    const accounts = batch.map(({ id, email, login, ageMinutes }, place) => ({
      id,
      email,
      since: subtractMs(now, ageMinutes * MINUTE_MS),
      twitch: { id: createSignInId(seed, start + place), login },
    }));
    const existingIds = await listAccountsByIds(deps.db, ids);
    await makeUsers(
      deps,
      accounts.filter(({ id }) => !existingIds.has(id)),
      password,
    );
    count += await insertSeedProfiles(deps.db, batch, now);
    onProgress?.(start + batch.length);
  }
  await analyzeProfiles(deps.db);
  await onDirectoryChanged(deps);
  return { madeCount: count, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Returns how many minutes ago a newcomer joined, spread over the whole week. */
const getNewcomerMinutes = (place: number, newcomers: number) =>
  Math.round(((place + 0.5) / newcomers) * 7 * DAY_MINUTES);

export type SampleSignIn = {
  who: 'New player' | 'Published player' | 'Admin';
  about: string;
  email: string;
  password: string;
  twitch: { id: string; login: string };
};

/** Password of the demo's sample accounts, which isn't secret. */
export const SAMPLE_PASSWORD = 'planet-crew-1';

export const SAMPLE_ADMIN_EMAIL = 'admin@planetcrew.example';

/** Sample sign-ins that a demo prints. */
export const SAMPLE_SIGN_INS: readonly SampleSignIn[] = [
  {
    who: 'New player',
    about: 'Has an account and nothing else: starts with onboarding.',
    email: 'rookie@planetcrew.example',
    password: SAMPLE_PASSWORD,
    twitch: { id: '900000001', login: 'sample_rookie' },
  },
  {
    who: 'Published player',
    about: 'Is in the directory and gets matches when the matcher runs.',
    email: 'player@planetcrew.example',
    password: SAMPLE_PASSWORD,
    twitch: { id: '900000002', login: 'sample_player' },
  },
  {
    who: 'Admin',
    about: 'Opens the console.',
    email: SAMPLE_ADMIN_EMAIL,
    password: SAMPLE_PASSWORD,
    twitch: { id: '900000003', login: 'sample_admin' },
  },
];

/** A player who fits many squads: a flexible center in the biggest region, free in the evening. */
const samplePlayer = ProfileForm.parse({
  display_name: 'SamplePlayer',
  email: 'player@planetcrew.example',
  platform: 'PS5',
  role: 'C',
  flex_positions: ['PF'],
  modes: ['Rec', 'Park/City', 'Pro-Am 5v5'],
  timezone: 'America/New_York',
  region: 'NA-East',
  languages: ['English'],
  psn: 'sample_player',
  discord: 'sample_player',
  playstyle: ['Sets screens', 'Protects the rim', 'Chill'],
  archetype_primary: 'Rim Protector',
  archetype_secondary: 'Glass Cleaner',
  height_in: 84,
  weight_lb: 250,
  hand: 'Right',
  overall_rating: 86,
  win_percentage: 54.5,
  competitive_level: 'competitive',
  availability: [
    { days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], start: '18:00', end: '00:00' },
    { days: ['Sat', 'Sun'], start: '13:00', end: '01:00' },
  ],
  bio: 'The sample player of this demonstration. Screens, boards and outlet passes.',
});

const sampleAdmin = {
  ...samplePlayer,
  display_name: 'SampleManager',
  psn: '',
  discord: '',
  bio: 'The sample admin of this demonstration. Looks after the queue, and plays with nobody.',
};

/**
 * Marks the database as a demo permanently. Runs before anything else, so an interrupted start can't leave demo data
 * unmarked.
 */
export async function markDemonstration(deps: Deps): Promise<void> {
  if (!(await isDemoSeeded(deps.db))) await insertDemoSeeding(deps.db, deps.now());
}

/**
 * Creates the demo's three sample sign-ins, if they're missing, and marks the database as a demo.
 * @returns the list for the sandbox sign-in page
 */
export async function seedSamples(deps: Deps): Promise<readonly SampleSignIn[]> {
  await markDemonstration(deps);
  for (const sample of SAMPLE_SIGN_INS) {
    if (await findAccountIdByEmail(deps.db, sample.email)) continue;
    const user = await (sample.who === 'Admin' ? makeAdmin : makeUser)(deps, sample);
    if (sample.who === 'New player') continue;
    await recordArrival(deps, user, 'America/New_York');
    await saveProfile(deps, user, sample.who === 'Admin' ? { ...sampleAdmin, email: sample.email } : samplePlayer);
    // Publish the admin's profile so that signing in works normally, but never match it.
    if (sample.who === 'Admin') for (const kind of FORMATS) await chooseLooking(deps, user, kind, 'never');
    await publishProfile(deps, user);
  }
  return SAMPLE_SIGN_INS;
}

const REPORTED_PLAYER = { index: 17, by: 6 } as const;

/** Files a report against one player of a community, so a demo's moderators have something to review. */
export async function reportSamplePlayer(deps: Deps, { seed, players }: Community): Promise<void> {
  if (players <= REPORTED_PLAYER.index) return;
  const [player, reader] = [REPORTED_PLAYER.index, REPORTED_PLAYER.by].map((index) => seedPlayer(seed, index));
  await reportPlayer(withEarlierClock(deps, 26 * HOUR_MS), { userId: reader!.id }, player!.id, {
    reason: 'inappropriate',
    details: 'Had an insult in the bio last night. It reads otherwise now, and I do not want to meet it again.',
  });
}

/** Returns the account ids of the samples, in list order. */
export const listSampleIds = (deps: Deps): Promise<(string | undefined)[]> =>
  Promise.all(SAMPLE_SIGN_INS.map(({ email }) => findAccountIdByEmail(deps.db, email)));

/** Returns the sample sign-ins that exist in this database. */
export async function listPresentSamples(deps: Deps): Promise<readonly SampleSignIn[]> {
  const ids = await listSampleIds(deps);
  return SAMPLE_SIGN_INS.filter((_, index) => ids[index]);
}

/** Returns the sample player of a demo. */
export async function getSamplePlayer(deps: Deps): Promise<{ userId: string }> {
  const userId = await findAccountIdByEmail(deps.db, samplePlayer.email!);
  if (!userId) throw new Error('The sample sign-ins have not been made yet.');
  return { userId };
}

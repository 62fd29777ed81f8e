import type { Db } from '../../db/database.ts';
import type { Locale } from '../../messages/locales.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { type AfterCommit, type Deps, type Person, publishEvent } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import type { WeekStart } from '../../time/week-start.ts';
import { isPendingDeletion } from '../accounts/account-deletion.queries.ts';
import { findSignedInUser } from '../accounts/account-views.queries.ts';
import { PENDING_DELETION_REFUSAL } from '../moderation/access-policy.rules.ts';
import { consumeReportLimit, reportPerson } from '../moderation/flags.commands.ts';
import type { ReportText } from '../moderation/moderation.schema.ts';
import { chooseInitialDisplayName, isMadeUpName, UNNAMED } from './arrival-name.rules.ts';
import { onDirectoryChanged } from './directory/directory.commands.ts';
import type { LookingChoice } from './game.schema.ts';
import type { GroupFormat } from './group-formats.schema.ts';
import type { StepKey } from './onboarding-steps.schema.ts';
import { listFieldsOfStep } from './profile-fields.schema.ts';
import type { Gamertag, ProfileForm } from './profile-form.schema.ts';
import * as messages from './profiles.messages.ts';
import * as queries from './profiles.queries.ts';
import { findPublishProblem, toStreamingAccount } from './profiles.rules.ts';
import { type ArrivalResponse, isTimeZone, type ProfileStatus } from './profiles.schema.ts';
import { profilePublished, streamingLinked } from './publication.events.ts';

/**
 * Handles the callback after sign-in. Creates the profile with the specification's defaults if the user has none.
 * Returns the user's status, so the browser knows where to go next.
 */
export async function recordArrival(deps: Deps, actor: Person, timezone: string | undefined): Promise<ArrivalResponse> {
  const now = deps.now();
  const { accountStatus, after } = await deps.db.transaction(async (tx) => {
    const person = await findSignedInUser(tx, actor.userId);
    if (!person) throw new Refusal('not_found', messages.accountGone);
    const twitch = person.twitch ? toStreamingAccount(person.twitch) : undefined;
    const before = await queries.lockProfile(tx, actor.userId);
    const profile = await queries.upsertSignedInProfile(
      tx,
      {
        userId: actor.userId,
        twitch,
        displayName: chooseInitialDisplayName([twitch?.name, twitch?.login, person.name]) ?? UNNAMED,
        email: person.email,
        timezone: timezone && isTimeZone(timezone) ? timezone : 'UTC',
      },
      now,
    );
    const isUnnamed = !profile.published && isMadeUpName(actor.userId, profile.display_name);
    const { onboardingCompleted, clockHours, weekStart, language } = await queries.upsertUserProfile(
      tx,
      {
        userId: actor.userId,
        displayName: isUnnamed ? null : profile.display_name,
        onboardingCompleted: false,
        // If there's only one language to choose from, using it says nothing about the user.
        ...(deps.env.LANGUAGES.length > 1 ? { language: readerTranslator.locale } : {}),
      },
      now,
    );
    const { published, timezone: zone } = profile;
    const habits = { clock_hours: clockHours, week_start: weekStart, language, timezone: zone || null };
    const accountStatus = { published, onboardingCompleted, ...habits };
    const isNewlyLinked = twitch && twitch.id !== before?.twitch_id;
    // Don't replace an avatar that the user has uploaded or removed in the meantime.
    if (!isNewlyLinked || !twitch.picture || profile.avatar_path) return { accountStatus };
    const what = { userId: actor.userId, picture: twitch.picture };
    return { accountStatus, after: await publishEvent(tx, deps, streamingLinked, what) };
  });
  await after?.();
  return accountStatus;
}

/** Sets a user's clock format for pages and messages. */
export async function chooseClock(deps: Deps, actor: Person, hours: ClockHours | null): Promise<void> {
  await saveReaderPreference(deps, actor, { clockHours: hours });
}

/** Sets the first day of a user's week. */
export async function setWeekStart(deps: Deps, actor: Person, weekStart: WeekStart | null): Promise<void> {
  await saveReaderPreference(deps, actor, { weekStart });
}

/** Sets the language of a user's messages, and of their pages on a new device. */
export async function setLanguage(deps: Deps, actor: Person, language: Locale): Promise<void> {
  await saveReaderPreference(deps, actor, { language });
}

async function saveReaderPreference(deps: Deps, actor: Person, preference: queries.ReaderPreference): Promise<void> {
  if (await queries.updateReaderPreference(deps.db, actor.userId, preference, deps.now())) return;
  throw new Refusal('not_found', messages.noProfile);
}

/**
 * Saves the whole form. The profile leaves the directory until it's published again. After an hour without publishing,
 * it counts as unpublished.
 */
export async function saveProfile(deps: Deps, actor: Person, form: ProfileForm): Promise<queries.OwnRow> {
  const now = deps.now();
  const { saved, wasPublic } = await deps.db.transaction(async (tx) => {
    const before = await queries.lockProfile(tx, actor.userId);
    await queries.upsertUserProfile(
      tx,
      { userId: actor.userId, displayName: form.display_name, onboardingCompleted: false },
      now,
    );
    const wasPublic = before?.published ?? false;
    if (wasPublic) await queries.startEdit(tx, actor.userId, now);
    return { saved: await queries.saveProfile(tx, actor.userId, form, now), wasPublic };
  });
  if (wasPublic) await onDirectoryChanged(deps, true);
  return saved;
}

/**
 * Saves one section of the profile and ignores the rest of the form. A published profile stays published, and the
 * changes take effect immediately.
 * @throws Refusal not_found without a profile, invalid when a published profile would lose a field required to publish
 */
export async function saveSection(
  deps: Deps,
  actor: Person,
  section: StepKey,
  form: ProfileForm,
): Promise<queries.OwnRow> {
  const now = deps.now();
  const fields: Partial<ProfileForm> = Object.fromEntries(listFieldsOfStep(section).map((name) => [name, form[name]]));
  const { saved, after } = await deps.db.transaction(async (tx) => {
    const before = await queries.lockProfile(tx, actor.userId);
    if (!before) throw new Refusal('not_found', messages.noProfile);
    const problem = before.published ? findPublishProblem({ ...before, ...fields }) : undefined;
    if (problem) throw new Refusal('invalid', problem.message, problem.field);
    const row = await queries.saveFields(tx, actor.userId, fields, now);
    await queries.upsertUserProfile(
      tx,
      { userId: actor.userId, displayName: row.display_name, onboardingCompleted: false },
      now,
    );
    const afterCommit = row.published
      ? await publishEvent(tx, deps, profilePublished, { userId: actor.userId })
      : undefined;
    return { saved: row, after: afterCommit };
  });
  await after?.();
  if (saved.published) await onDirectoryChanged(deps);
  return saved;
}

/**
 * Saves one gamertag in the caller's transaction. A published profile stays published.
 * @throws Refusal not_found without a profile
 */
export async function saveGamertag(tx: Db, deps: Deps, actor: Person, { kind, value }: Gamertag): Promise<AfterCommit> {
  const before = await queries.lockProfile(tx, actor.userId);
  if (!before) throw new Refusal('not_found', messages.noProfile);
  const { published } = await queries.saveFields(tx, actor.userId, { [kind]: value }, deps.now());
  return async () => {
    if (published) await onDirectoryChanged(deps);
  };
}

/** Saves one gamertag and leaves everything else as it is. @throws Refusal not_found without a profile */
export async function addOwnGamertag(deps: Deps, actor: Person, gamertag: Gamertag): Promise<queries.OwnRow> {
  const after = await deps.db.transaction((tx) => saveGamertag(tx, deps, actor, gamertag));
  await after();
  return (await queries.findOwnProfile(deps.db, actor.userId))!;
}

/**
 * Publishes the saved profile to the directory and completes onboarding.
 * @throws Refusal with the specification's message when something is missing, leaving when the account is scheduled for
 * deletion
 */
export async function publishProfile(deps: Deps, actor: Person): Promise<ProfileStatus> {
  const now = deps.now();
  const after = await deps.db.transaction(async (tx) => {
    const profile = await queries.lockProfile(tx, actor.userId);
    if (!profile) throw new Refusal('not_found', messages.nothingToPublish);
    // Deleting the account in one tab can race with publishing in another. The deletion has already hidden the profile,
    // or will right after this.
    if (await isPendingDeletion(tx, actor.userId)) throw new Refusal('leaving', PENDING_DELETION_REFUSAL);
    const problem = findPublishProblem(profile);
    if (problem) throw new Refusal('invalid', problem.message, problem.field);
    await queries.endEdit(tx, actor.userId);
    await queries.markPublished(tx, actor.userId, now);
    await queries.upsertUserProfile(
      tx,
      { userId: actor.userId, displayName: profile.display_name, onboardingCompleted: true },
      now,
    );
    return publishEvent(tx, deps, profilePublished, { userId: actor.userId });
  });
  await after();
  await onDirectoryChanged(deps);
  return { published: true, onboardingCompleted: true };
}

/**
 * Sets whether the caller is looking for a squad or a pair. Doesn't change whether the profile is published.
 * @throws Refusal not_found without a profile
 */
export async function chooseLooking(
  deps: Deps,
  actor: Person,
  format: GroupFormat,
  choice: LookingChoice,
): Promise<queries.OwnRow> {
  const row = await queries.updateLooking(deps.db, actor.userId, format, choice);
  if (!row) throw new Refusal('not_found', messages.noProfile);
  return row;
}

/**
 * Reports a player to the moderators, with a snapshot of their current profile.
 * @throws Refusal when the player doesn't exist or is the caller, or the caller already has an open report on them or
 * sent too many reports within an hour
 */
export async function reportPlayer(deps: Deps, actor: Person, id: string, report: ReportText): Promise<void> {
  await consumeReportLimit(deps, actor.userId);
  const player = await queries.findOwnProfile(deps.db, id);
  if (!player) throw new Refusal('not_found', messages.playerNotFound);
  const { display_name: title, bio, role, platform } = player;
  const about = { userId: id, title, notes: bio || null, role, platform };
  await reportPerson(deps.db, deps, about, { reporterId: actor.userId, ...report });
}

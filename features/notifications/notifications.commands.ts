import type { Db } from '../../db/database.ts';
import { type Locale, SOURCE_LOCALE } from '../../messages/locales.ts';
import { collectMentions } from '../../messages/mentions.ts';
import { runForReader } from '../../messages/reader-storage.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import { formatPageCursor, parsePageCursor } from '../../paging/page-cursor.ts';
import { type Actor, type Deps, resolvePort } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIso } from '../../time/instants.ts';
import { getLanguages } from '../profiles/player-views.queries.ts';
import { listAvailableChannels } from './channels.commands.ts';
import { CHANNELS, type Channel, mapChannels } from './channels.schema.ts';
import { keepUsedMentions } from './mentions.rules.ts';
import * as messages from './notifications.messages.ts';
import {
  countInbox,
  countUnread,
  deleteSuppression,
  findContact,
  findSettings,
  findUserByUnsubscribeToken,
  insertOutbox,
  listPreferences,
  listSuppressions,
  markRead,
  readInboxPage,
  setPreference,
  updateSettings,
} from './notifications.queries.ts';
import { isDefault } from './notifications.rules.ts';
import {
  formatKinds,
  type InboxCounts,
  type InboxView,
  isAllowedInQuietHours,
  KINDS,
  type Kind,
  type NewNotification,
  type NotificationDraft,
  type Preferences,
} from './notifications.schema.ts';
import { pendingActionSources } from './pending-actions.commands.ts';
import { findPushFault } from './push/push-payload.rules.ts';
import { formatSuppressionMessage } from './suppressed-channels.wording.ts';

const INBOX_PAGE_SIZE = 30;

/** Messages stored per statement. */
const CHUNK_SIZE = 1_000;

/** Name of the job that empties the outbox. */
export const DELIVER_JOB = 'deliver-notifications';
/** Name of the job that sends messages that expire within seconds. */
export const DELIVER_URGENT_JOB = 'deliver-urgent-notifications';

/**
 * Adds a message to the outbox in the caller's transaction, so it's stored only if its cause is. Messages with a known
 * dedupe key are dropped. Delivery starts after the commit.
 * @param tx the transaction of the cause
 * @example await enqueueNotification(tx, deps, { userId, write: (t) => ({ kind: 'lfg', title: t(messages.expiredTitle),
 *   lines: [t(messages.expired, { title })], dedupeKey: `lfg-expired:${listingId}` }) });
 */
export async function enqueueNotification(tx: Db, deps: Deps, draft: NotificationDraft): Promise<void> {
  await enqueueNotifications(tx, deps, [draft]);
}

/** Writes a draft in its recipient's language, or in English for people who haven't used another one. */
function writeNotification(draft: NotificationDraft, languages: ReadonlyMap<string, Locale>): NewNotification {
  const t = getTranslator(languages.get(draft.userId) ?? SOURCE_LOCALE);
  const { text, mentions } = collectMentions(() => runForReader(t, () => draft.write(t)));
  const { title, lines, link, actions = [], attachments = [] } = text;
  const labels = [...actions, ...(link ? [link] : [])].map(({ label }) => label);
  const files = attachments.map(({ content }) => content);
  return {
    ...text,
    userId: draft.userId,
    mentions: keepUsedMentions(mentions, draft.userId, { title, lines, labels, files }),
  };
}

function requireSendable({ deadline, lines, topic, pushActions: actions = [] }: NewNotification): void {
  const fault = findPushFault({ urgent: deadline !== undefined, lines, topic, actions });
  if (fault) throw new Error(fault);
}

/** Adds many messages in chunks. Writes the next chunk while the database stores the previous one. */
export async function enqueueNotifications(tx: Db, deps: Deps, drafts: readonly NotificationDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const languages = await getLanguages(
    tx,
    drafts.map(({ userId }) => userId),
  );
  let insertedCount = 0;
  let urgent = 0;
  let inserting = Promise.resolve(0);
  for (let from = 0; from < drafts.length; from += CHUNK_SIZE) {
    const notifications = drafts.slice(from, from + CHUNK_SIZE).map((draft) => writeNotification(draft, languages));
    notifications.forEach(requireSendable);
    urgent += notifications.filter(({ deadline }) => deadline).length;
    insertedCount += await inserting;
    inserting = insertOutbox(tx, notifications, deps.now());
    // Avoid an unhandled rejection. The error is thrown where the promise is awaited.
    inserting.catch(() => {});
  }
  insertedCount += await inserting;
  if (insertedCount === 0) return;
  if (urgent > 0) await deps.jobs.send(DELIVER_URGENT_JOB, {}, { tx });
  if (urgent < drafts.length) await deps.jobs.send(DELIVER_JOB, {}, { tx });
}

/**
 * Returns one page of a user's inbox with the unread count, already serialized because the database builds the JSON.
 */
export async function readInbox(
  deps: Deps,
  actor: Actor,
  { before, view = 'all' }: { before?: string | undefined; view?: InboxView | undefined },
): Promise<string> {
  const place = before ? parseCursor(before) : undefined;
  const { rows, unread, waiting } = await readInboxPage(resolvePort(deps, pendingActionSources), deps.db, {
    userId: actor.userId,
    now: toIso(deps.now()),
    limit: INBOX_PAGE_SIZE + 1,
    beforeAt: place?.at ?? null,
    beforeId: place?.id ?? null,
    onlyWaiting: view === 'waiting',
  });
  const items = rows.slice(0, INBOX_PAGE_SIZE);
  const last = items.at(-1);
  const next = rows.length > INBOX_PAGE_SIZE && last ? formatPageCursor({ at: toIso(last.at), id: last.id }) : null;
  return `{"items":[${items.map(({ item }) => item).join(',')}],${JSON.stringify({ unread, waiting, next }).slice(1)}`;
}

function parseCursor(word: string): { at: string; id: string } {
  const place = parsePageCursor(word);
  if (!place) {
    throw new Refusal('invalid', messages.inboxPlaceLost, 'before');
  }
  return { at: toIso(place.at), id: place.id };
}

/** Returns how many messages in a user's inbox are unread, and how many topics still need an answer. */
export const readInboxCounts = (deps: Deps, { userId }: Actor): Promise<InboxCounts> =>
  countInbox(resolvePort(deps, pendingActionSources), deps.db, { userId, now: toIso(deps.now()) });

/** Marks the given messages as read, or all of them. @returns how many are still unread */
export async function readMessages(deps: Deps, actor: Actor, ids: string[] | undefined): Promise<{ unread: number }> {
  await markRead(deps.db, actor.userId, ids, deps.now());
  return { unread: await countUnread(deps.db, actor.userId) };
}

/**
 * Returns a user's preferences: which kind uses which channel (with defaults where they haven't chosen), quiet hours,
 * and channels that can't be used.
 */
export async function readPreferences(deps: Deps, userId: string): Promise<Preferences> {
  const preferences = await listPreferences(deps.db, userId);
  const settings = await findSettings(deps.db, userId);
  const contact = await findContact(deps.db, userId);
  const available = listAvailableChannels(deps);
  const isOn = (kind: Kind, channel: Channel) =>
    preferences.find((row) => row.kind === kind && row.channel === channel)?.enabled ??
    isDefault(kind, channel, contact, available);
  const kinds = (Object.keys(KINDS) as Kind[]).map((kind) => ({
    kind,
    label: readerTranslator(KINDS[kind].label),
    channels: mapChannels((channel) => isOn(kind, channel)),
    wakes: isAllowedInQuietHours(kind),
  }));
  const quietHours =
    settings.quiet_start && settings.quiet_end ? { start: settings.quiet_start, end: settings.quiet_end } : null;
  const suppressions = (await listSuppressions(deps.db, userId)).map(({ channel, why, closed_at }) => ({
    channel,
    sentence: formatSuppressionMessage(readerTranslator, channel, why),
    since: toIso(closed_at),
  }));
  const closedChannels = new Set(suppressions.map(({ channel }) => channel));
  const nowhere = CHANNELS.filter((channel) => !contact.addresses[channel] && !closedChannels.has(channel));
  return {
    kinds,
    quiet: quietHours,
    urgentInQuiet: settings.urgent_in_quiet,
    consent: contact.consent,
    nowhere,
    closed: suppressions,
  };
}

/** Reopens a channel that permanently refused our messages; the next message shows whether it works. */
export async function reopenChannel(deps: Deps, actor: Actor, channel: Channel): Promise<Preferences> {
  await deleteSuppression(deps.db, actor.userId, channel);
  return readPreferences(deps, actor.userId);
}

/** Turns one kind on or off for one channel. */
export async function changePreference(
  deps: Deps,
  actor: Actor,
  choice: { kind: Kind; channel: Channel; enabled: boolean },
): Promise<Preferences> {
  await setPreference(deps.db, actor.userId, choice, deps.now());
  return readPreferences(deps, actor.userId);
}

/** Changes quiet hours, or whether time-critical messages may break them. Omitted fields stay unchanged. */
export async function changeSettings(
  deps: Deps,
  actor: Actor,
  change: { quiet?: { start: string; end: string } | null | undefined; urgentInQuiet?: boolean | undefined },
): Promise<Preferences> {
  const settings = await findSettings(deps.db, actor.userId);
  await updateSettings(deps.db, actor.userId, {
    quietStart: change.quiet === undefined ? settings.quiet_start : (change.quiet?.start ?? null),
    quietEnd: change.quiet === undefined ? settings.quiet_end : (change.quiet?.end ?? null),
    urgentInQuiet: change.urgentInQuiet ?? settings.urgent_in_quiet,
  });
  return readPreferences(deps, actor.userId);
}

/**
 * Unsubscribes the token's owner from emails of some kinds. Needs no session, because mail clients send this request,
 * too.
 * @returns the names of the kinds for the page
 */
export async function unsubscribe(deps: Deps, token: string, kinds: Kind[]): Promise<{ label: string }> {
  const userId = await findUserByUnsubscribeToken(deps.db, token);
  if (!userId || kinds.includes('security')) {
    throw new Refusal('not_found', messages.unsubscribeLinkInvalid);
  }
  for (const kind of kinds)
    await setPreference(deps.db, userId, { kind, channel: 'email', enabled: false }, deps.now());
  return { label: formatKinds(readerTranslator, kinds) };
}

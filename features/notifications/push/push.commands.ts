import { createHash, randomUUID } from 'node:crypto';
import { paths } from '../../../content/paths.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import { canEncryptFor, readPushConfig, resolvesToPushService } from '../../../integrations/push/push.client.ts';
import { type LazyText, lazyText } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs, toIso, toIsoOrNull } from '../../../time/instants.ts';
import { consumeUserLimit } from '../../accounts/rate-limits.commands.ts';
import { findActiveSessions } from '../../accounts/sessions/sessions.commands.ts';
import { describeDevice } from '../../accounts/sessions/sessions.rules.ts';
import { mapChannels } from '../channels.schema.ts';
import { enqueueNotification } from '../notifications.commands.ts';
import * as messages from '../notifications.messages.ts';
import { findContact, setPreference } from '../notifications.queries.ts';
import { canUseChannel } from '../notifications.rules.ts';
import type { Kind } from '../notifications.schema.ts';
import {
  type DeviceKeys,
  deleteGoneDevices,
  deleteOwnDevice,
  findDeviceByEndpoint,
  listDevices,
  listPushReach,
  lockDevices,
  updateDeviceKeys,
  upsertDevice,
} from './push.queries.ts';
import { MAX_DEVICES, type NewDevice, type PushStatus, type Renewal, type Subscription } from './push.schema.ts';
import { getPushKeys } from './push-keys.commands.ts';
import { listActiveDevices } from './push-sending.commands.ts';

const formatTooManyTests = (wait: LazyText) => lazyText(messages.tooManyTests, { wait });

/** Returns the data a browser needs to turn on push, and the user's devices that have it. */
export async function getPushStatus(deps: Deps, { userId }: Pick<Actor, 'userId'>): Promise<PushStatus> {
  const [keys, devices, contact] = [
    await getPushKeys(deps),
    await listActiveDevices(deps, userId),
    await findContact(deps.db, userId),
  ];
  return {
    public_key: keys.publicKey,
    devices: devices.map(({ id, name, fingerprint, added_at, last_sent_at }) => ({
      id,
      name,
      fingerprint,
      added_at: toIso(added_at),
      last_sent_at: toIsoOrNull(last_sent_at),
    })),
    most_devices: MAX_DEVICES,
    consent: contact.consent,
  };
}

/**
 * Turns on push in the browser of this session, along with the requested kinds.
 * @throws Refusal when the URL doesn't belong to a push service, or the user has too many devices
 */
export async function turnOnDevice(
  deps: Deps,
  actor: Actor,
  { subscription, kinds = [] }: NewDevice,
  userAgent: string | null,
): Promise<PushStatus> {
  const keys = await parseDeviceKeys(deps, subscription);
  const { userId, sessionId } = actor;
  await deps.db.transaction(async (tx) => {
    await lockDevices(tx, userId);
    const devices = await listDevices(tx, userId);
    const activeSessions = await findActiveSessions({ ...deps, db: tx }, [
      ...new Set(devices.map(({ session_id }) => session_id)),
    ]);
    // Devices of expired sessions no longer appear in the list or use up the limit.
    await deleteGoneDevices(
      tx,
      devices.filter(({ session_id }) => !activeSessions.has(session_id)),
    );
    const others = devices.filter((one) => activeSessions.has(one.session_id) && one.fingerprint !== keys.fingerprint);
    if (others.length >= MAX_DEVICES) {
      throw new Refusal('conflict', lazyText(messages.tooManyDevices, { max: MAX_DEVICES }));
    }
    const name = describeDevice(readerTranslator, userAgent);
    if (!(await upsertDevice(tx, { userId, sessionId, name }, keys, deps.now()))) {
      throw new Refusal('conflict', messages.pushAddressInUse);
    }
    for (const kind of kinds) {
      await setPreference(tx, userId, { kind, channel: 'push', enabled: true }, deps.now());
    }
  });
  return getPushStatus(deps, actor);
}

/**
 * Parses a subscription's keys.
 * @throws Refusal when we can't send to the URL or can't encrypt for the key
 */
async function parseDeviceKeys(deps: Deps, { endpoint, keys }: Subscription): Promise<DeviceKeys> {
  const field = 'subscription.endpoint';
  if (!(await resolvesToPushService(readPushConfig(deps.env), endpoint, deps.resolve))) {
    throw new Refusal('invalid', messages.pushAddressRefused, field);
  }
  const p256dh = keys.p256dh.replace(/=+$/, '');
  if (!canEncryptFor(p256dh)) {
    throw new Refusal('invalid', messages.pushKeyInvalid);
  }
  return { endpoint, fingerprint: toFingerprint(endpoint), p256dh, auth: keys.auth.replace(/=+$/, '') };
}

const toFingerprint = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');

/** Turns off push on one of the user's devices. */
export async function turnOffDevice(deps: Deps, actor: Actor, id: string): Promise<PushStatus> {
  if (!(await deleteOwnDevice(deps.db, actor.userId, id))) {
    throw new Refusal('not_found', messages.deviceRemoved);
  }
  return getPushStatus(deps, actor);
}

/**
 * Handles a browser's report that its address has changed. No page is open, so there's no session. The browser proves
 * its identity with the old secret, which push services never get.
 * @throws Refusal when the secret is wrong, or the session in which push was turned on is over
 */
export async function renewDevice(deps: Deps, { old, subscription }: Renewal): Promise<void> {
  const keys = await parseDeviceKeys(deps, subscription);
  const auth = old.auth.replace(/=+$/, '');
  const device = await findDeviceByEndpoint(deps.db, { fingerprint: toFingerprint(old.endpoint), auth });
  const acting = device && (await findActiveSessions(deps, [device.session_id]));
  if (!device || !acting?.has(device.session_id)) {
    throw new Refusal('not_found', messages.browserUnknown);
  }
  try {
    await updateDeviceKeys(deps.db, device.id, keys);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', messages.renewedAddressInUse);
  }
}

/**
 * Sends a test message to all of the user's devices. It ignores consent and quiet hours, because the user requested it.
 * @throws Refusal when no device would get it, or the user has sent too many
 */
export async function sendTestPush(deps: Deps, actor: Actor): Promise<{ devices: number }> {
  const devices = await listActiveDevices(deps, actor.userId);
  if (devices.length === 0) {
    throw new Refusal('conflict', messages.noPushDevices);
  }
  await consumeUserLimit(deps, 'testMessages', actor.userId, formatTooManyTests);
  await deps.db.transaction((tx) =>
    enqueueNotification(tx, deps, {
      userId: actor.userId,
      write: (t) => ({
        kind: 'test',
        title: t(messages.testTitle),
        lines: [t(messages.testText)],
        link: { label: t(messages.settingsLinkLabel), path: paths.notificationSettings },
        channels: ['push'],
        dedupeKey: `test:${randomUUID()}`,
      }),
    }),
  );
  return { devices: devices.length };
}

/**
 * Returns which of these users a push of a kind with a deadline would reach now. They must have a signed-in device with
 * push, have consented to be contacted, have the kind turned on, and be outside quiet hours.
 */
export async function findReachableByPush(deps: Deps, userIds: readonly string[], kind: Kind): Promise<Set<string>> {
  const people = await listPushReach(deps.db, userIds, kind);
  const activeSessions = await findActiveSessions(deps, [...new Set(people.flatMap(({ session_ids }) => session_ids))]);
  const now = deps.now();
  const reachable = people.filter((one) => {
    const facts = {
      kind,
      secret: true,
      createdAt: now,
      // Expires in 1 ms, so a push that quiet hours would delay counts as too late.
      usefulUntil: addMs(now, 1),
      channels: [],
      addresses: mapChannels((channel) => (channel === 'push' ? 'devices' : null)),
      closed: [],
      ownRecipient: false,
      consent: one.consent,
      preferred: 'email' as const,
      files: false,
      preferences: one.enabled === null ? {} : { push: one.enabled },
      timezone: one.timezone,
      quietStart: one.quiet_start,
      quietEnd: one.quiet_end,
      urgentInQuiet: one.urgent_in_quiet,
      sharedMailAt: null,
    };
    return one.session_ids.some((id) => activeSessions.has(id)) && canUseChannel(facts, 'push', ['push'], now);
  });
  return new Set(reachable.map(({ user_id }) => user_id));
}

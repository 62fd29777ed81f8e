import { createHash, randomUUID } from 'node:crypto';
import { paths } from '../../../content/paths.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import { canEncryptFor, readPushConfig, resolvesToPushService } from '../../../integrations/push/push.client.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { addMs, toIso, toIsoOrNull } from '../../../time/instants.ts';
import { consumeOwn } from '../../accounts/rate-limits.commands.ts';
import { sessionsThatAct } from '../../accounts/sessions/sessions.commands.ts';
import { deviceOf } from '../../accounts/sessions/sessions.rules.ts';
import { byChannel } from '../channels.schema.ts';
import { enqueueNotification } from '../notifications.commands.ts';
import { contactOf, setPreference } from '../notifications.queries.ts';
import { mayUse } from '../notifications.rules.ts';
import type { Kind } from '../notifications.schema.ts';
import {
  type DeviceKeys,
  deleteDeviceOf,
  deleteGoneDevices,
  deviceKnownBy,
  devicesOf,
  lockDevicesOf,
  moveDevice,
  putDevice,
  reachOf,
} from './push.queries.ts';
import { MOST_DEVICES, type NewDevice, type PushStanding, type Renewal, type Subscription } from './push.schema.ts';
import { pushKeys } from './push-keys.commands.ts';
import { actingDevicesOf } from './push-sending.commands.ts';

const TOO_MANY_TESTS = (wait: string) => `You have sent many test messages. Please wait ${wait} and try again.`;

/** What a browser needs to turn push on, and the person's devices that have it on. */
export async function readPush(deps: Deps, { userId }: Pick<Actor, 'userId'>): Promise<PushStanding> {
  const [keys, devices, contact] = [
    await pushKeys(deps),
    await actingDevicesOf(deps, userId),
    await contactOf(deps.db, userId),
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
    most_devices: MOST_DEVICES,
    consent: contact.consent,
  };
}

/**
 * Turns push on in the browser of this session, and what the press was about with it.
 * @throws Refusal when the address is nobody's push service, or the person has too many devices
 */
export async function turnOnDevice(
  deps: Deps,
  actor: Actor,
  { subscription, kinds = [] }: NewDevice,
  userAgent: string | null,
): Promise<PushStanding> {
  const keys = await usableKeys(deps, subscription);
  const { userId, sessionId } = actor;
  await deps.db.transaction(async (tx) => {
    await lockDevicesOf(tx, userId);
    const all = await devicesOf(tx, userId);
    const acting = await sessionsThatAct({ ...deps, db: tx }, [...new Set(all.map(({ session_id }) => session_id))]);
    // Devices of sessions that ran out are on no list any more, and take no place.
    await deleteGoneDevices(
      tx,
      all.filter(({ session_id }) => !acting.has(session_id)),
    );
    const others = all.filter((one) => acting.has(one.session_id) && one.fingerprint !== keys.fingerprint);
    if (others.length >= MOST_DEVICES) {
      throw new Refusal(
        'conflict',
        `You hear from us on ${MOST_DEVICES} devices already. Remove one in your notification settings, then try again.`,
      );
    }
    if (!(await putDevice(tx, { userId, sessionId, name: deviceOf(userAgent) }, keys, deps.now()))) {
      throw new Refusal('conflict', 'Another browser has this address. Turn push off in your browser and on again.');
    }
    for (const kind of kinds) {
      await setPreference(tx, userId, { kind, channel: 'push', enabled: true }, deps.now());
    }
  });
  return readPush(deps, actor);
}

/** @throws Refusal when the address is none that we send to, or its key none that we can encrypt for */
async function usableKeys(deps: Deps, { endpoint, keys }: Subscription): Promise<DeviceKeys> {
  const field = 'subscription.endpoint';
  if (!(await resolvesToPushService(readPushConfig(deps.env), endpoint, deps.resolve))) {
    throw new Refusal('invalid', 'We do not send to this address: it is no push service on the internet.', field);
  }
  const p256dh = keys.p256dh.replace(/=+$/, '');
  if (!canEncryptFor(p256dh)) {
    throw new Refusal('invalid', 'The key of this browser cannot be used. Turn push off in your browser and on again.');
  }
  return { endpoint, fingerprint: fingerprintOf(endpoint), p256dh, auth: keys.auth.replace(/=+$/, '') };
}

const fingerprintOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');

/** Turns push off on one device of the person. */
export async function turnOffDevice(deps: Deps, actor: Actor, id: string): Promise<PushStanding> {
  if (!(await deleteDeviceOf(deps.db, actor.userId, id))) {
    throw new Refusal('not_found', 'This device is not on your list any more.');
  }
  return readPush(deps, actor);
}

/**
 * A browser says by itself that its address has changed, with no page open and so with nobody's session: that it knows the
 * secret of the old one, which no push service is told, shows who it is.
 * @throws Refusal when it does not, or the session in which it was turned on is over
 */
export async function renewDevice(deps: Deps, { old, subscription }: Renewal): Promise<void> {
  const keys = await usableKeys(deps, subscription);
  const auth = old.auth.replace(/=+$/, '');
  const known = await deviceKnownBy(deps.db, { fingerprint: fingerprintOf(old.endpoint), auth });
  const acting = known && (await sessionsThatAct(deps, [known.session_id]));
  if (!known || !acting?.has(known.session_id)) {
    throw new Refusal('not_found', 'This browser is on nobody’s list. Sign in and turn push on again.');
  }
  try {
    await moveDevice(deps.db, known.id, keys);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', 'Another browser has this address already.');
  }
}

/**
 * Sends a message to all devices of the person, which asks for no consent and knows no quiet hours: it is their own wish.
 * @throws Refusal when no device would get it, or after too many
 */
export async function sendTestPush(deps: Deps, actor: Actor): Promise<{ devices: number }> {
  const devices = await actingDevicesOf(deps, actor.userId);
  if (devices.length === 0) {
    throw new Refusal(
      'conflict',
      'None of your devices hears from us yet. Press “Tell me with the page closed” first.',
    );
  }
  await consumeOwn(deps, 'testMessages', actor.userId, TOO_MANY_TESTS);
  await deps.db.transaction((tx) =>
    enqueueNotification(tx, deps, {
      userId: actor.userId,
      kind: 'test',
      title: 'Test message',
      lines: ['You asked for this message in your notification settings. It went to every device of your list.'],
      link: { label: 'Notification settings', path: paths.notificationSettings },
      channels: ['push'],
      dedupeKey: `test:${randomUUID()}`,
    }),
  );
  return { devices: devices.length };
}

/**
 * Of many people those whom a message of a kind with a deadline would reach by push at this moment: turned on somewhere,
 * signed in there, agreed to be contacted, the kind not switched off, not held by quiet hours.
 */
export async function reachedByPush(deps: Deps, userIds: readonly string[], kind: Kind): Promise<Set<string>> {
  const people = await reachOf(deps.db, userIds, kind);
  const acting = await sessionsThatAct(deps, [...new Set(people.flatMap(({ session_ids }) => session_ids))]);
  const now = deps.now();
  const reached = people.filter((one) => {
    const facts = {
      kind,
      secret: true,
      createdAt: now,
      // A moment from now: whatever quiet hours would hold comes later.
      usefulUntil: addMs(now, 1),
      channels: [],
      addresses: byChannel((channel) => (channel === 'push' ? 'devices' : null)),
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
    return one.session_ids.some((id) => acting.has(id)) && mayUse(facts, 'push', ['push'], now);
  });
  return new Set(reached.map(({ user_id }) => user_id));
}

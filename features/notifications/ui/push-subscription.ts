import { servedFiles } from '../../../content/served-files.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { browserApi, UserFacingError, unwrap } from '../../../web/api-client.ts';
import * as messages from '../notifications.messages.ts';
import type { Kind } from '../notifications.schema.ts';
import type { PushStatus } from '../push/push.schema.ts';

/** Whether this browser supports push, as far as we can tell before asking for permission. */
export type PushSupport =
  | 'ready'
  /** iOS supports push only for apps on the home screen. */
  | 'install-first'
  /** The user or the device's administrator denied it; only the browser's own settings undo that. */
  | 'denied'
  | 'unsupported';

/** Storage key for the user who turned on push in this browser. Other users who sign in haven't asked for it. */
const MARK = 'planet-crew-push';
const WORKER_MS = 10_000;

type Mark = { user: string; fingerprint: string };
type Chosen = Exclude<Kind, 'security' | 'test'>;

const getPushApi = () => browserApi().api.notifications.push;

/** Reads the user's list of devices, and the key to subscribe with. */
const readPushStatus = (): Promise<PushStatus> => unwrap(getPushApi().$get());

export function getPushSupport(): PushSupport {
  const { userAgent, maxTouchPoints, serviceWorker } = navigator;
  if (serviceWorker && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : 'ready';
  }
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'install-first' : 'unsupported';
}

/** Returns this browser's fingerprint, as used in the device list. */
async function toFingerprint(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return toBase64url(digest);
}

const toBase64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/** @throws UserFacingError when there's no service worker within a few seconds */
async function getServiceWorker(): Promise<ServiceWorkerRegistration> {
  // The service worker is normally registered when the page is idle, but a tap may come before that.
  await navigator.serviceWorker.register(servedFiles.serviceWorker(readerTranslator.locale));
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new UserFacingError(readerTranslator(messages.pushNotStarted))), WORKER_MS),
  );
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

/** Returns this browser's push subscription, replacing one that's bound to another key. */
async function ensureSubscription(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const subscription = await registration.pushManager.getSubscription();
  const boundTo = subscription?.options.applicationServerKey;
  if (subscription && boundTo && toBase64url(boundTo) === key) return subscription;
  await subscription?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(key) });
}

async function registerSubscription(
  subscription: PushSubscription,
  user: string,
  kinds: Chosen[] = [],
): Promise<PushStatus> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const json = { subscription: { endpoint: endpoint ?? '', keys: { p256dh, auth } }, kinds };
  const pushStatus = await unwrap(getPushApi().devices.$post({ json }));
  saveMark({ user, fingerprint: await toFingerprint(subscription.endpoint) });
  return pushStatus;
}

/**
 * Turns on push in this browser. Call it inside a tap handler, or browsers won't show the prompt.
 * @returns undefined when the user dismissed the prompt or declined
 */
export async function turnOnPush(user: string, kinds: Chosen[]): Promise<PushStatus | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const [registration, { public_key }] = await Promise.all([getServiceWorker(), readPushStatus()]);
  return registerSubscription(await ensureSubscription(registration, public_key), user, kinds);
}

const removeDevice = (id: string): Promise<PushStatus> =>
  unwrap(getPushApi().devices[':id'].$delete({ param: { id } }));

/** Removes a device from the list, and the subscription if it's this browser's. */
export async function turnOffPush(device: { id: string; fingerprint: string }): Promise<PushStatus> {
  const pushStatus = await removeDevice(device.id);
  if (device.fingerprint === readMark()?.fingerprint) {
    clearMark();
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }
  return pushStatus;
}

/**
 * Compares this browser's push state with the server's and repairs differences without asking. The browser may have a
 * new address, or the user may have signed out and in again, or revoked the permission.
 * @returns the list of devices afterwards
 */
export async function repairSubscription(user: string): Promise<PushStatus> {
  const pushStatus = await readPushStatus();
  const mark = readMark();
  if (mark?.user !== user || !navigator.serviceWorker) return pushStatus;
  const listedDevice = pushStatus.devices.find(({ fingerprint }) => fingerprint === mark.fingerprint);
  if (getPushSupport() !== 'ready' || Notification.permission !== 'granted') {
    clearMark();
    return listedDevice ? removeDevice(listedDevice.id) : pushStatus;
  }
  const subscription = await ensureSubscription(await getServiceWorker(), pushStatus.public_key);
  const currentFingerprint = await toFingerprint(subscription.endpoint);
  if (listedDevice && currentFingerprint === mark.fingerprint) return pushStatus;
  if (listedDevice) await removeDevice(listedDevice.id);
  return registerSubscription(subscription, user);
}

/** Returns whether this browser is on the user's list of devices with push. */
export function isThisDevice(pushStatus: PushStatus, user: string): boolean {
  const mark = readMark();
  return mark?.user === user && pushStatus.devices.some(({ fingerprint }) => fingerprint === mark.fingerprint);
}

/** Returns this browser's fingerprint, which identifies it among the devices. */
export const getOwnFingerprint = (): string | undefined => readMark()?.fingerprint;

function readMark(): Mark | undefined {
  try {
    return JSON.parse(localStorage.getItem(MARK) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function saveMark(mark: Mark): void {
  localStorage.setItem(MARK, JSON.stringify(mark));
}

function clearMark(): void {
  localStorage.removeItem(MARK);
}

import { servedFiles } from '../../../content/served-files.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { Kind } from '../notifications.schema.ts';
import type { PushStanding } from '../push/push.schema.ts';

/** What this browser can do about push, before anybody has pressed anything. */
export type PushAbility =
  | 'ready'
  /** Phones of one maker have push only in what was put on the home screen. */
  | 'install-first'
  /** The person, or somebody who looks after the device, has said no; only the browser's own settings undo it. */
  | 'denied'
  | 'unsupported';

/** Whose push this browser is to have, remembered here: another person who signs in has not asked for it. */
const MARK = 'planet-crew-push';
const WORKER_MS = 10_000;

type Mark = { user: string; fingerprint: string };
type Chosen = Exclude<Kind, 'security' | 'test'>;

const push = () => browserApi().api.notifications.push;

/** The list of the person's devices, and the key to subscribe with. */
const readStanding = (): Promise<PushStanding> => unwrap(push().$get());

export function pushAbility(): PushAbility {
  const { userAgent, maxTouchPoints, serviceWorker } = navigator;
  if (serviceWorker && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : 'ready';
  }
  const fromApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return fromApple && !matchMedia('(display-mode: standalone)').matches ? 'install-first' : 'unsupported';
}

/** The address of this browser, as the list of devices names it. */
async function fingerprintOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return base64url(digest);
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/** @throws Error when there is no worker within a few seconds */
async function worker(): Promise<ServiceWorkerRegistration> {
  // It is registered when a page has nothing else to do, which a press may come before.
  await navigator.serviceWorker.register(servedFiles.serviceWorker);
  const late = new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new Error('This page could not start what receives messages. Please reload it.')),
      WORKER_MS,
    ),
  );
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** The subscription of this browser to us; one that was made for another key is of no use. */
async function subscribed(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const known = await registration.pushManager.getSubscription();
  const boundTo = known?.options.applicationServerKey;
  if (known && boundTo && base64url(boundTo) === key) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

async function tell(subscription: PushSubscription, user: string, kinds: Chosen[] = []): Promise<PushStanding> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const json = { subscription: { endpoint: endpoint ?? '', keys: { p256dh, auth } }, kinds };
  const standing = await unwrap(push().devices.$post({ json }));
  remember({ user, fingerprint: await fingerprintOf(subscription.endpoint) });
  return standing;
}

/**
 * Turns push on in this browser. Called inside a press: browsers ask nobody otherwise.
 * @returns undefined when the person closed the question or said no
 */
export async function turnOn(user: string, kinds: Chosen[]): Promise<PushStanding | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const [registration, { public_key }] = await Promise.all([worker(), readStanding()]);
  return tell(await subscribed(registration, public_key), user, kinds);
}

const takeOff = (id: string): Promise<PushStanding> => unwrap(push().devices[':id'].$delete({ param: { id } }));

/** Takes a device off the list, and the subscription away when it is this browser's. */
export async function turnOff(device: { id: string; fingerprint: string }): Promise<PushStanding> {
  const standing = await takeOff(device.id);
  if (device.fingerprint === remembered()?.fingerprint) {
    forget();
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }
  return standing;
}

/**
 * Compares what this browser has with what we know of it, and mends what differs without asking: the browser may have a new
 * address, the person may have signed out and in again, or taken the permission back.
 * @returns the list as it is afterwards
 */
export async function mend(user: string): Promise<PushStanding> {
  const standing = await readStanding();
  const mark = remembered();
  if (mark?.user !== user || !navigator.serviceWorker) return standing;
  const listed = standing.devices.find(({ fingerprint }) => fingerprint === mark.fingerprint);
  if (pushAbility() !== 'ready' || Notification.permission !== 'granted') {
    forget();
    return listed ? takeOff(listed.id) : standing;
  }
  const subscription = await subscribed(await worker(), standing.public_key);
  const now = await fingerprintOf(subscription.endpoint);
  if (listed && now === mark.fingerprint) return standing;
  if (listed) await takeOff(listed.id);
  return tell(subscription, user);
}

/** Whether this browser is on the list. */
export function isHere(standing: PushStanding, user: string): boolean {
  const mark = remembered();
  return mark?.user === user && standing.devices.some(({ fingerprint }) => fingerprint === mark.fingerprint);
}

/** Which of the devices this browser is. */
export const fingerprintHere = (): string | undefined => remembered()?.fingerprint;

function remembered(): Mark | undefined {
  try {
    return JSON.parse(localStorage.getItem(MARK) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(mark: Mark): void {
  localStorage.setItem(MARK, JSON.stringify(mark));
}

function forget(): void {
  localStorage.removeItem(MARK);
}

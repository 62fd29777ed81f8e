import { SESSION_KEY } from './shell/member-script.ts';
import { SHELL_CACHE } from './shell-cache.ts';

/** Prefix of all data stored for offline use. The account's ID follows, then the name of the entry. */
const PREFIX = 'planet-crew-offline:';
const PAGE = 'page:';

type StoredSession = { expires_at?: number; user?: { id?: string } };

/** Returns the session in this browser's storage, even if it can't be refreshed without a network. */
export function readStoredSession<T extends StoredSession>(): T | undefined {
  try {
    const session = JSON.parse(window.localStorage.getItem(SESSION_KEY) ?? 'null') as T | null;
    return session?.user?.id ? session : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the prefix of the signed-in account's entries, so that no account reads another account's data. Undefined
 * without an account.
 */
function getOwnPrefix(): string | undefined {
  const id = readOwnerId();
  return id && `${PREFIX}${id}:`;
}

export function readEntry(name: string): string | undefined {
  try {
    const prefix = getOwnPrefix();
    return (prefix && window.localStorage.getItem(prefix + name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @returns whether it was stored; storage may be full or turned off */
export function writeEntry(name: string, value: string): boolean {
  const prefix = getOwnPrefix();
  if (!prefix) return false;
  try {
    window.localStorage.setItem(prefix + name, value);
    return true;
  } catch {
    if (name.startsWith(PAGE)) return false;
  }
  // Remove stored pages to make room, because an answer matters more.
  for (const page of listEntries(PAGE)) removeEntry(page);
  try {
    window.localStorage.setItem(prefix + name, value);
    return true;
  } catch {
    return false;
  }
}

export function removeEntry(name: string): void {
  try {
    const prefix = getOwnPrefix();
    if (prefix) window.localStorage.removeItem(prefix + name);
  } catch {}
}

/** Returns the names of the account's entries that start with `start`, in alphabetical order. */
export function listEntries(start: string): string[] {
  try {
    const prefix = getOwnPrefix();
    if (!prefix) return [];
    const names = Object.keys(window.localStorage).filter((name) => name.startsWith(prefix + start));
    return names.map((name) => name.slice(prefix.length)).toSorted();
  } catch {
    return [];
  }
}

/** Returns whether a storage change in another tab affects an entry that starts with `start`. */
export const isEntry = (key: string | null, start: string): boolean =>
  key === null || (key.startsWith(PREFIX) && key.includes(`:${start}`));

type Kept<T> = { at: number; data: T };
/** The pages that can be read offline. */
export type KeptPage = 'matches' | 'squads' | 'inbox';

const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** If the clock was set back, entries seem to be from the future. Beyond this limit, their age is unknown. */
const MAX_CLOCK_CHANGE_MS = 24 * 60 * 60 * 1000;
const MAX_LENGTH = 200_000;

/** Returns whether something stored at this time may still be used. */
export const isFresh = (at: number): boolean => {
  const age = Date.now() - at;
  return age <= MAX_AGE_MS && age >= -MAX_CLOCK_CHANGE_MS;
};

/** Returns the ID of the account whose data this browser stores. */
export const readOwnerId = (): string | undefined => readStoredSession()?.user?.id;

/**
 * Stores what a page shows, unless it's too large.
 * @param ownerId the account whose data the page shows; another account may have signed in since
 * @param at when the data was last known to be current
 */
export function keepPage<T>(page: KeptPage, data: T, ownerId: string | undefined, at = Date.now()): void {
  if (!ownerId || ownerId !== readOwnerId()) return;
  const value = JSON.stringify({ at, data } satisfies Kept<T>);
  if (value.length > MAX_LENGTH || !writeEntry(PAGE + page, value)) removeEntry(PAGE + page);
}

/** Returns what a page last showed to this account, and when. */
export function readKeptPage<T>(page: KeptPage): Kept<T> | undefined {
  try {
    const keptPage = JSON.parse(readEntry(PAGE + page) ?? 'null') as Kept<T> | null;
    if (keptPage && isFresh(keptPage.at)) return keptPage;
  } catch {}
  removeEntry(PAGE + page);
  return undefined;
}

/**
 * Deletes the offline data of every account but this one. Without an account, also deletes the stored pages, so that
 * visitors who are offline see the offline page.
 */
export function clearOffline(exceptUserId?: string): void {
  const keptPrefix = exceptUserId && `${PREFIX}${exceptUserId}:`;
  try {
    for (const name of Object.keys(window.localStorage))
      if (name.startsWith(PREFIX) && !(keptPrefix && name.startsWith(keptPrefix))) window.localStorage.removeItem(name);
  } catch {}
  if (!exceptUserId && 'caches' in window) void caches.delete(SHELL_CACHE).catch(() => {});
}

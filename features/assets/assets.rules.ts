import { endpoints } from '../../content/endpoints.ts';
import type { Entry, Listing } from './assets.schema.ts';

/** The requester: a signed-in user, the service itself (an admin without an id) or a visitor. */
export type Person = { userId: string | null; admin: boolean } | undefined;

/** Path segments that follow `/object/` in the protocol. No bucket may use these names. */
const RESERVED_NAMES = ['list', 'list-v2', 'sign', 'move', 'copy', 'info', 'public', 'authenticated', 'upload'];

/** Uploads of screenshots to games (`endpoints.gameEvidence`). */
const GAME_EVIDENCE = new RegExp(`^${endpoints.gameEvidence('[^/]+')}$`);

/** Returns whether the request body is a file, not protocol JSON. A file's bytes aren't checked as text. */
export function isFileUpload(method: string, path: string): boolean {
  if (method !== 'POST' && method !== 'PUT') return false;
  if (path === endpoints.avatar || GAME_EVIDENCE.test(path)) return true;
  if (!path.startsWith(`${endpoints.objects}/`)) return false;
  const [first = '', ...rest] = path.slice(endpoints.objects.length + 1).split('/');
  const isBySignedLink = method === 'PUT' && first === 'upload' && rest[0] === 'sign';
  return isBySignedLink || (rest.length > 0 && !RESERVED_NAMES.includes(first));
}

export const isBucketName = (name: string) =>
  /^[a-z0-9][a-z0-9._-]{1,62}$/i.test(name) && !RESERVED_NAMES.includes(name);

/**
 * Returns whether a path names one file: no empty, dot or overlong segments, no control characters, nothing that a
 * shell or browser interprets differently.
 */
export function isObjectPath(path: string): boolean {
  if (path.length === 0 || path.length > 1024) return false;
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && /^[\w !'()*&$@=;:+,.-]{1,255}$/u.test(part));
}

/** Returns the first folder of a path, which identifies its owner. */
const getFolder = (path: string) => path.split('/')[0];

type BucketKind = { public: boolean };

/** Allows everyone to read public buckets. Only the owner and admins can read a private file. */
export function canRead(person: Person, bucket: BucketKind, object: { owner: string | null }): boolean {
  if (bucket.public) return true;
  if (!person) return false;
  return person.admin || object.owner === person.userId;
}

/** Allows people to write in the folder named after their own id, in any bucket. Admins may write anywhere. */
export function canWrite(person: Person, path: string): boolean {
  if (!person) return false;
  return person.admin || (path.includes('/') && getFolder(path) === person.userId);
}

/** Allows owners to list their own folder. Listing reveals which files exist, so public buckets aren't an exception. */
export function canList(person: Person, prefix: string): boolean {
  if (!person) return false;
  return person.admin || getFolder(prefix) === person.userId;
}

/** JSON escapes that PostgreSQL can't store as text: NUL and lone surrogates. */
const UNSTORABLE_ESCAPE = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

export const isStorable = (value: unknown) => !UNSTORABLE_ESCAPE.test(JSON.stringify(value) ?? '');

/**
 * Parses a size such as `5MB`, `1.5 MB` or `1000` into bytes. Units are powers of 1000, as in the protocol's reference
 * server.
 */
export function parseSize(size: number | string): number {
  if (typeof size === 'number') return size;
  const [, count = '0', unit = 'B'] = /^(\d+(?:\.\d+)?)\s?([KMG]?B)?$/i.exec(size) ?? [];
  const power = { B: 0, KB: 1, MB: 2, GB: 3 }[unit.toUpperCase()] ?? 0;
  return Math.floor(Number(count) * 1000 ** power);
}

export const getBaseType = (type: string) => type.split(';')[0]!.trim().toLowerCase();

export const isTypeName = (type: string) => /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type);

export function isTypeAllowed(allowedTypes: readonly string[] | null, type: string): boolean {
  if (!allowedTypes || allowedTypes.length === 0) return true;
  const [family] = type.split('/');
  return allowedTypes.some((one) => one.toLowerCase() === type || one.toLowerCase() === `${family}/*`);
}

/** Image types that are decoded and re-encoded, so that only the pixels are kept. */
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;
export type PictureType = (typeof PICTURES)[number];
export const isPicture = (type: string): type is PictureType => (PICTURES as readonly string[]).includes(type);

const FORMATS = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const satisfies Record<PictureType, string>;
export const toPictureFormat = (type: PictureType) => FORMATS[type];

const INLINE_TYPES = new Set<string>([
  ...PICTURES,
  'application/pdf',
  'audio/mpeg',
  'audio/ogg',
  'video/mp4',
  'video/webm',
]);

/** Returns the content type to serve: never one that a browser would execute. */
export function toServedType(type: string): { type: string; inline: boolean } {
  if (type === 'application/json') return { type, inline: false };
  if (INLINE_TYPES.has(type)) return { type, inline: type !== 'application/pdf' };
  if (type.startsWith('text/')) return { type: 'text/plain; charset=utf-8', inline: false };
  return { type: 'application/octet-stream', inline: false };
}

type Row = {
  name: string;
  id: string;
  createdAt: Date;
  updatedAt: Date;
  size: number;
  mimetype: string;
  etag: string;
  cacheControl: string;
};

export const toMetadata = (row: Omit<Row, 'name' | 'id' | 'createdAt'>) => ({
  eTag: row.etag,
  size: row.size,
  mimetype: row.mimetype,
  cacheControl: row.cacheControl,
  lastModified: row.updatedAt.toISOString(),
  contentLength: row.size,
  httpStatusCode: 200,
});

/** Returns the last segment of a name, without a folder's slash. */
const toSortKey = (name: string) => name.replace(/\/$/, '').split('/').at(-1)!;

/** @param rows in order; a row without a file is a folder, whose name ends with a slash */
export function toListing(
  rows: readonly { entry: string; row: Row | null }[],
  isLevel: boolean,
): Pick<Listing, 'folders' | 'objects'> {
  const folders = rows.flatMap(({ entry, row }) => (row ? [] : [{ key: toSortKey(entry), name: entry }]));
  const objects = rows.flatMap(({ entry, row }) => {
    if (!row) return [];
    const file = { ...toEntry(row, entry), id: row.id, metadata: toMetadata(row) };
    const [created_at, updated_at] = [row.createdAt.toISOString(), row.updatedAt.toISOString()];
    return [
      { ...file, created_at, updated_at, last_accessed_at: updated_at, ...(isLevel ? { key: toSortKey(entry) } : {}) },
    ];
  });
  return { folders, objects };
}

const toEntry = (row: Row, name: string): Entry => ({
  name,
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  last_accessed_at: row.updatedAt.toISOString(),
  metadata: toMetadata(row),
});

const toFolderEntry = (name: string): Entry => ({
  name,
  id: null,
  created_at: null,
  updated_at: null,
  last_accessed_at: null,
  metadata: null,
});

/** Returns one level of a listing: the files and folders directly under the prefix. */
export function listLevel(rows: readonly Row[], prefix: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const row of rows) {
    const [name, ...rest] = row.name.slice(prefix.length).split('/');
    if (!name) continue;
    if (rest.length > 0) entries.set(`${name}/`, toFolderEntry(name));
    else entries.set(name, toEntry(row, name));
  }
  return [...entries.values()];
}

/** Sorts folders first, then by the requested column. Ties sort by name. */
export function sortEntries(entries: readonly Entry[], column: keyof Entry, isDescending: boolean): Entry[] {
  const turn = isDescending ? -1 : 1;
  const getSortKey = (entry: Entry) => String(entry[column] ?? '');
  return entries.toSorted(
    (a, b) =>
      Number(a.id !== null) - Number(b.id !== null) ||
      turn * (getSortKey(a) < getSortKey(b) ? -1 : getSortKey(a) > getSortKey(b) ? 1 : 0) ||
      (a.name < b.name ? -1 : 1),
  );
}

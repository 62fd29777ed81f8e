import { createHash } from 'node:crypto';
import { type Db, isUniqueViolation } from '../../db/database.ts';
import { translate } from '../../messages/lazy-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { ImageFault } from '../../pictures/picture-tasks.ts';
import type { Deps } from '../../server/deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { lockUser } from '../accounts/accounts.queries.ts';
import * as messages from './assets.messages.ts';
import * as queries from './assets.queries.ts';
import {
  canList,
  canRead,
  canWrite,
  getBaseType,
  isObjectPath,
  isPicture,
  isTypeAllowed,
  isTypeName,
  listLevel,
  type Person,
  type PictureType,
  sortEntries,
  toListing,
  toPictureFormat,
} from './assets.rules.ts';
import {
  Cursor,
  type Entry,
  LIST_MAX,
  type Listing,
  QUOTA,
  type Search,
  type SearchV2,
  type Transfer,
  UPLOAD_MAX_BYTES,
} from './assets.schema.ts';
import { getBlobStore } from './file-store.commands.ts';
import { describePictureFault } from './picture-errors.commands.ts';
import { requireBucket } from './storage-buckets.commands.ts';
import { StorageRefusal } from './storage-protocol.commands.ts';

type ObjectLocation = { bucket: string; path: string };
type Bytes = Uint8Array<ArrayBuffer>;
export type Upload = {
  bytes: Bytes;
  contentType: string;
  cacheControl: string;
  metadata?: Record<string, unknown> | undefined;
};

const POLICY_VIOLATION = 'new row violates row-level security policy';
/** Protocol error kinds for image problems. */
const ERROR_KINDS = {
  unreadable: 'badType',
  twofold: 'badType',
  moving: 'badType',
  large: 'tooLarge',
  costly: 'tooLarge',
  yours: 'waiting',
  busy: 'busy',
  left: 'busy',
  broken: 'busy',
} as const satisfies Record<ImageFault, string>;

/** Re-encodes an image in its declared format, so that only its pixels are kept. */
async function reencodePicture(
  deps: Deps,
  person: Person,
  type: PictureType,
  { bytes, signal }: { bytes: Bytes; signal: AbortSignal | undefined },
): Promise<Bytes> {
  const transform = { make: 'anew', format: toPictureFormat(type) } as const;
  const outcome = await deps.pictures.read(person?.userId ?? 'service', { bytes, wish: transform, signal });
  if ('made' in outcome) return outcome.made[0]!;
  const { text } = describePictureFault(outcome.fault, messages.pictureTypeMismatch);
  throw new StorageRefusal(ERROR_KINDS[outcome.fault], translate(readerTranslator, text));
}

/** @param size size of the stored file in bytes */
function requireBucketLimits(bucket: queries.BucketRow, size: number): void {
  if (size <= Math.min(bucket.fileSizeLimit ?? UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES)) return;
  throw new StorageRefusal('tooLarge', 'The object exceeded the maximum allowed size');
}

function requireName(path: string): void {
  if (!isObjectPath(path)) throw new StorageRefusal('badKey', `Invalid key: ${path.slice(0, 200)}`);
}

/** Returns the user whose quota a file uses. Admins' files don't count toward any quota. */
const getQuotaOwner = (person: Person) => (person && !person.admin ? person.userId : null);

/** @param replaced the file being replaced, whose space is freed */
async function requireQuota(
  tx: Db,
  owner: string | null,
  { size, replaced }: { size: number; replaced: queries.ObjectRow | undefined },
): Promise<void> {
  if (!owner) return;
  const { files, bytes } = await queries.getUsage(tx, owner);
  const replacedObject = replaced?.owner === owner ? replaced : undefined;
  const isFull =
    files - (replacedObject ? 1 : 0) >= QUOTA.files || bytes - (replacedObject?.size ?? 0) + size > QUOTA.bytes;
  if (isFull) {
    throw new StorageRefusal('full', `You can keep ${QUOTA.files} files and 100 MB. Delete something first.`);
  }
}

type IncomingFile = { size: number; replaced?: queries.ObjectRow | undefined };

/**
 * Reserves space for a file before doing any work, so that concurrent uploads can't use the same space.
 * @param use creates the file with the version that the space is reserved for. If it fails, the space is released
 */
async function withClaimedQuota<T>(
  deps: Deps,
  person: Person,
  { size, replaced }: IncomingFile,
  use: (version: string) => Promise<T>,
): Promise<T> {
  const version = crypto.randomUUID();
  const owner = getQuotaOwner(person);
  await deps.db.transaction(async (tx) => {
    if (owner) await lockUser(tx, owner);
    await requireQuota(tx, owner, { size, replaced });
    await queries.insertClaim(tx, { version, owner, size }, deps.now());
  });
  try {
    return await use(version);
  } catch (error) {
    await queries.releaseClaim(deps.db, version);
    throw error;
  }
}

/** `create` refuses an existing name, `update` a missing one, and `upsert` neither. */
type WriteMode = 'create' | 'update' | 'upsert';

type UploadRequest = {
  file: Upload;
  mode: WriteMode;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
  /** Whether we've just re-encoded the image, so it doesn't need decoding again. */
  isInternal?: true;
};

/**
 * Stores a file. Checks it against its bucket, re-encodes images, and writes the bytes before the row, so that a row
 * never references missing bytes.
 */
export async function uploadObject(
  deps: Deps,
  person: Person,
  location: ObjectLocation,
  { file, mode, signal, isInternal }: UploadRequest,
): Promise<queries.ObjectRow> {
  requireName(location.path);
  const bucket = await requireBucket(deps, location.bucket);
  if (!canWrite(person, location.path)) throw new StorageRefusal('denied', POLICY_VIOLATION);
  const mimetype = getBaseType(file.contentType) || 'application/octet-stream';
  if (!isTypeName(mimetype)) throw new StorageRefusal('badType', 'Enter a content type such as image/png.');
  if (!isTypeAllowed(bucket.allowedMimeTypes, mimetype)) {
    throw new StorageRefusal('badType', `mime type ${mimetype} is not supported`);
  }
  requireBucketLimits(bucket, file.bytes.byteLength);
  const existingObject = await queries.findObject(deps.db, location.bucket, location.path);
  if (existingObject && mode === 'create') throw new StorageRefusal('duplicate', 'The resource already exists');
  if (!existingObject && mode === 'update') throw new StorageRefusal('noSuchKey', 'Object not found');
  return withClaimedQuota(deps, person, { size: file.bytes.byteLength, replaced: existingObject }, async (version) => {
    const isTheirs = isPicture(mimetype) && !isInternal;
    const bytes = isTheirs ? await reencodePicture(deps, person, mimetype, { bytes: file.bytes, signal }) : file.bytes;
    // A re-encoded image may be larger than the upload.
    requireBucketLimits(bucket, bytes.byteLength);
    return storeObject(deps, person, location, { file: { ...file, bytes, contentType: mimetype }, mode, version });
  });
}

type StoredFile = { file: Upload; mode: WriteMode; version: string };

/**
 * Stores the bytes, then the row. Until the row exists, the bytes count as garbage, so the sweep removes them after a
 * crash.
 */
async function storeObject(deps: Deps, person: Person, location: ObjectLocation, { file, mode, version }: StoredFile) {
  const now = deps.now();
  await getBlobStore(deps).put(version, file.bytes);
  const row = {
    version,
    size: file.bytes.byteLength,
    mimetype: file.contentType,
    etag: `"${createHash('md5').update(file.bytes).digest('hex')}"`,
    cacheControl: file.cacheControl,
    userMetadata: file.metadata ?? {},
    updatedAt: now,
  };
  try {
    return await deps.db.transaction(async (tx) => {
      const owner = getQuotaOwner(person);
      if (owner) await lockUser(tx, owner);
      const before = await queries.lockObject(tx, location.bucket, location.path);
      if (before && mode === 'create') throw new StorageRefusal('duplicate', 'The resource already exists');
      await queries.deleteGarbage(tx, [version]);
      await requireQuota(tx, owner, { size: row.size, replaced: before });
      if (!before) {
        const owner = person?.userId ?? null;
        return queries.insertObject(tx, {
          ...row,
          bucketId: location.bucket,
          name: location.path,
          owner,
          createdAt: now,
        });
      }
      await queries.addGarbage(tx, [before.version], now);
      return queries.updateObject(tx, before.id, row);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'objects_one_name')) {
      throw new StorageRefusal('duplicate', 'The resource already exists');
    }
    throw error;
  }
}

/**
 * Checks an upload before its link is created.
 * @throws StorageRefusal when the path or bucket is invalid, or the person may not write there
 */
export async function requireUpload(deps: Deps, person: Person, location: ObjectLocation): Promise<void> {
  requireName(location.path);
  await requireBucket(deps, location.bucket);
  if (!canWrite(person, location.path)) throw new StorageRefusal('denied', POLICY_VIOLATION);
}

/** @throws StorageRefusal when the file doesn't exist or the person isn't allowed to see it */
export async function findReadableObject(
  deps: Deps,
  person: Person,
  location: ObjectLocation,
): Promise<queries.ObjectRow> {
  const bucket = await requireBucket(deps, location.bucket);
  const row = await queries.findObject(deps.db, location.bucket, location.path);
  if (!row || !canRead(person, bucket, row)) throw new StorageRefusal('noSuchKey', 'Object not found');
  return row;
}

/** Returns a file from a public bucket, which anyone may read. */
export async function findPublicObject(deps: Deps, location: ObjectLocation): Promise<queries.ObjectRow> {
  const bucket = await queries.findBucket(deps.db, location.bucket);
  if (!bucket?.public) throw new StorageRefusal('noSuchBucket', 'Bucket not found');
  return findReadableObject(deps, undefined, location);
}

/** Returns the file behind a signed link, for anyone who has the link. */
export async function findObjectBySignedLink(deps: Deps, location: ObjectLocation): Promise<queries.ObjectRow> {
  const row = await queries.findObject(deps.db, location.bucket, location.path);
  if (!row) throw new StorageRefusal('noSuchKey', 'Object not found');
  return row;
}

export async function openObjectBytes(deps: Deps, row: queries.ObjectRow): Promise<Bytes> {
  const bytes = await getBlobStore(deps).get(row.version);
  if (!bytes) throw new StorageRefusal('noSuchKey', 'Object not found');
  return bytes;
}

/** Lists the files and folders one level below a prefix, in the protocol's format. */
export async function listObjects(deps: Deps, person: Person, bucketId: string, search: Search): Promise<Entry[]> {
  await requireBucket(deps, bucketId);
  const folder = search.prefix.replace(/^\/+|\/+$/g, '');
  if (!canList(person, folder)) return [];
  const prefix = folder ? `${folder}/` : '';
  const rows = await queries.listObjectsUnder(deps.db, bucketId, prefix + (search.search ?? ''), LIST_MAX * 10);
  const { column = 'name', order = 'asc' } = search.sortBy ?? {};
  const entries = sortEntries(listLevel(rows, prefix), column, order.toLowerCase() === 'desc');
  return entries.slice(search.offset, search.offset + search.limit);
}

const parseCursor = (text: string): Cursor => {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw new StorageRefusal('badRequest', "This cursor isn't valid. Start from the first page.");
  }
};

/**
 * Lists one page of files below a prefix by full name. With a delimiter, lists the folders directly below the prefix
 * instead of the files inside them.
 */
export async function listObjectsPage(
  deps: Deps,
  person: Person,
  bucketId: string,
  search: SearchV2,
): Promise<Listing> {
  await requireBucket(deps, bucketId);
  if (!canList(person, search.prefix)) return { hasNext: false, folders: [], objects: [] };
  const startCursor = search.cursor ? parseCursor(search.cursor) : undefined;
  const { column, order } = startCursor ?? { column: 'name', order: 'asc', ...search.sortBy };
  const { entries, last } = await queries.listPageUnder(deps.db, bucketId, {
    prefix: search.prefix,
    within: person?.admin ? '' : `${person!.userId}/`,
    isLevel: search.with_delimiter,
    sort: { column, order },
    after: startCursor,
    limit: Math.min(search.limit, LIST_MAX),
  });
  const cursor = last && { column, order, at: column === 'name' ? null : last.at, name: last.entry };
  return {
    hasNext: cursor !== undefined,
    ...(cursor ? { nextCursor: Buffer.from(JSON.stringify(cursor)).toString('base64url') } : {}),
    ...toListing(entries, search.with_delimiter),
  };
}

/** Deletes the files at these paths that exist and that the person may delete. @returns the deleted rows */
export async function removeObjects(deps: Deps, person: Person, bucketId: string, paths: readonly string[]) {
  await requireBucket(deps, bucketId);
  const writablePaths = paths.filter((path) => canWrite(person, path));
  if (writablePaths.length === 0) return [];
  return deps.db.transaction(async (tx) => {
    const objects = await queries.deleteObjects(tx, bucketId, writablePaths);
    await queries.addGarbage(
      tx,
      objects.map(({ version }) => version),
      deps.now(),
    );
    return objects;
  });
}

async function prepareTransfer(deps: Deps, person: Person, input: Transfer) {
  requireName(input.destinationKey);
  const destination = { bucket: input.destinationBucket ?? input.bucketId, path: input.destinationKey };
  const row = await findReadableObject(deps, person, { bucket: input.bucketId, path: input.sourceKey });
  const target = await requireBucket(deps, destination.bucket);
  if (!canWrite(person, destination.path)) throw new StorageRefusal('denied', POLICY_VIOLATION);
  if (!isTypeAllowed(target.allowedMimeTypes, row.mimetype)) {
    throw new StorageRefusal('badType', `mime type ${row.mimetype} is not supported`);
  }
  requireBucketLimits(target, row.size);
  return { row, to: destination };
}

export async function moveObject(deps: Deps, person: Person, input: Transfer): Promise<void> {
  const { row, to } = await prepareTransfer(deps, person, input);
  if (!canWrite(person, input.sourceKey)) throw new StorageRefusal('denied', POLICY_VIOLATION);
  if (await queries.findObject(deps.db, to.bucket, to.path)) {
    throw new StorageRefusal('duplicate', 'The resource already exists');
  }
  try {
    await queries.updateObject(deps.db, row.id, { bucketId: to.bucket, name: to.path, updatedAt: deps.now() });
  } catch (error) {
    if (!isUniqueViolation(error, 'objects_one_name')) throw error;
    throw new StorageRefusal('duplicate', 'The resource already exists');
  }
}

/** @param mode `upsert` replaces an existing file with the same name */
export async function copyObject(
  deps: Deps,
  person: Person,
  input: Transfer,
  mode: 'create' | 'upsert',
): Promise<queries.ObjectRow> {
  const { row, to } = await prepareTransfer(deps, person, input);
  const replacedObject = await queries.findObject(deps.db, to.bucket, to.path);
  if (replacedObject && mode === 'create') throw new StorageRefusal('duplicate', 'The resource already exists');
  return withClaimedQuota(deps, person, { size: row.size, replaced: replacedObject }, async (version) => {
    const file = { bytes: await openObjectBytes(deps, row), contentType: row.mimetype, cacheControl: row.cacheControl };
    return storeObject(deps, person, to, { file: { ...file, metadata: row.userMetadata }, mode, version });
  });
}

/** How long bytes without a row are kept before the sweep deletes them. */
const GRACE_MS = HOUR_MS;
const SWEEP_BATCH = 200;

/** Deletes blobs that no row references. @returns how many */
export async function sweepGarbage(deps: Deps, signal?: AbortSignal): Promise<number> {
  const before = new Date(deps.now().getTime() - GRACE_MS);
  const versions = await queries.listGarbage(deps.db, before, SWEEP_BATCH);
  const deletedPaths: string[] = [];
  for (const version of versions) {
    if (signal?.aborted) break;
    await getBlobStore(deps).remove(version);
    deletedPaths.push(version);
  }
  await queries.deleteGarbage(deps.db, deletedPaths);
  return deletedPaths.length;
}

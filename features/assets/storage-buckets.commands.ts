import { type Db, isUniqueViolation } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import * as queries from './assets.queries.ts';
import { isBucketName, parseSize } from './assets.rules.ts';
import {
  type Bucket,
  type BucketChange,
  type BucketSearch,
  type NewBucket,
  UPLOAD_MAX_BYTES,
} from './assets.schema.ts';
import { StorageRefusal } from './storage-protocol.commands.ts';

const toBucket = (row: queries.BucketRow): Bucket => ({
  id: row.id,
  name: row.name,
  owner: row.owner ?? '',
  public: row.public,
  type: 'STANDARD',
  file_size_limit: row.fileSizeLimit,
  allowed_mime_types: row.allowedMimeTypes,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** @throws StorageRefusal when the bucket doesn't exist */
export async function requireBucket(deps: Deps, id: string): Promise<queries.BucketRow> {
  const row = await queries.findBucket(deps.db, id);
  if (!row) throw new StorageRefusal('noSuchBucket', 'Bucket not found');
  return row;
}

export async function listBuckets(deps: Deps, search: BucketSearch): Promise<Bucket[]> {
  return (await queries.listBuckets(deps.db, search)).map(toBucket);
}

export async function readBucket(deps: Deps, id: string): Promise<Bucket> {
  return toBucket(await requireBucket(deps, id));
}

/** Converts the given settings to column names. Null removes a limit. */
function toSettings(change: BucketChange) {
  const limit = change.file_size_limit === undefined ? undefined : change.file_size_limit;
  if (typeof limit === 'string' || typeof limit === 'number') {
    if (parseSize(limit) > UPLOAD_MAX_BYTES) {
      throw new StorageRefusal('tooLarge', 'The object exceeded the maximum allowed size');
    }
  }
  return {
    ...(typeof change.public === 'boolean' ? { public: change.public } : {}),
    ...(limit === undefined ? {} : { fileSizeLimit: limit === null ? null : parseSize(limit) }),
    ...(change.allowed_mime_types === undefined ? {} : { allowedMimeTypes: change.allowed_mime_types }),
  };
}

/**
 * Records a bucket change in the audit log. Only admins and the service can change buckets; the service has no user id.
 */
function recordBucketAudit(
  tx: Db,
  deps: Deps,
  admin: Person | undefined,
  act: { action: string; id: string; after: Record<string, unknown> },
) {
  const { action, id, after } = act;
  return recordAudit(tx, deps, { adminId: admin?.userId ?? null, action, targetType: 'bucket', targetId: id, after });
}

/** @throws StorageRefusal if the name is taken or invalid, or if a limit exceeds the installation's limit */
export async function createBucket(deps: Deps, admin: Person | undefined, input: NewBucket): Promise<string> {
  const id = input.id ?? input.name;
  if (!isBucketName(id)) throw new StorageRefusal('badName', 'Bucket name invalid');
  const now = deps.now();
  const settings = toSettings(input);
  try {
    await deps.db.transaction(async (tx) => {
      const stamps = { owner: admin?.userId ?? null, createdAt: now, updatedAt: now };
      await queries.insertBucket(tx, { id, name: input.name, ...settings, ...stamps });
      await recordBucketAudit(tx, deps, admin, { action: 'create_bucket', id, after: settings });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'buckets_pkey')) throw error;
    throw new StorageRefusal('bucketExists', 'The resource already exists');
  }
  return id;
}

export async function updateBucketSettings(
  deps: Deps,
  admin: Person | undefined,
  id: string,
  change: BucketChange,
): Promise<void> {
  await requireBucket(deps, id);
  const settings = toSettings(change);
  await deps.db.transaction(async (tx) => {
    await queries.updateBucket(tx, id, { ...settings, updatedAt: deps.now() });
    await recordBucketAudit(tx, deps, admin, { action: 'change_bucket', id, after: settings });
  });
}

/** Deletes every file in a bucket. The next garbage sweep removes the bytes. */
export async function emptyBucket(deps: Deps, admin: Person | undefined, id: string): Promise<void> {
  await requireBucket(deps, id);
  await deps.db.transaction(async (tx) => {
    const objects = await queries.deleteAllObjects(tx, id);
    await queries.addGarbage(
      tx,
      objects.map(({ version }) => version),
      deps.now(),
    );
    await recordBucketAudit(tx, deps, admin, { action: 'empty_bucket', id, after: { files: objects.length } });
  });
}

/** @throws StorageRefusal while the bucket contains files */
export async function removeBucket(deps: Deps, admin: Person | undefined, id: string): Promise<void> {
  await requireBucket(deps, id);
  await deps.db.transaction(async (tx) => {
    if (!(await queries.isBucketEmpty(tx, id))) {
      throw new StorageRefusal('notEmpty', 'The bucket you tried to delete is not empty');
    }
    await queries.deleteBucket(tx, id);
    await recordBucketAudit(tx, deps, admin, { action: 'delete_bucket', id, after: {} });
  });
}

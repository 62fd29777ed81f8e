import { isUniqueViolation } from '../../../db/database.ts';
import type { Actor } from '../../../server/actor.ts';
import type { Deps } from '../../../server/deps.ts';
import { StorageRefusal } from '../protocol/commands.ts';
import * as queries from '../queries.ts';
import { bytesOf, isBucketName } from '../rules.ts';
import { type Bucket, type BucketChange, type NewBucket, UPLOAD_MAX_BYTES } from '../schema.ts';

const view = (row: queries.BucketRow): Bucket => ({
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

/** @throws StorageRefusal when there is no such bucket */
export async function requireBucket(deps: Deps, id: string): Promise<queries.BucketRow> {
  const row = await queries.bucketOf(deps.db, id);
  if (!row) throw new StorageRefusal('noSuchBucket', 'Bucket not found');
  return row;
}

export async function listBuckets(deps: Deps): Promise<Bucket[]> {
  return (await queries.allBuckets(deps.db)).map(view);
}

export async function readBucket(deps: Deps, id: string): Promise<Bucket> {
  return view(await requireBucket(deps, id));
}

/** The settings that were given, in the columns' words; null takes a limit away. */
function settingsOf(change: BucketChange) {
  const limit = change.file_size_limit === undefined ? undefined : change.file_size_limit;
  if (typeof limit === 'string' || typeof limit === 'number') {
    if (bytesOf(limit) > UPLOAD_MAX_BYTES) {
      throw new StorageRefusal('tooLarge', 'The object exceeded the maximum allowed size');
    }
  }
  return {
    ...(change.public === undefined ? {} : { public: change.public }),
    ...(limit === undefined ? {} : { fileSizeLimit: limit === null ? null : bytesOf(limit) }),
    ...(change.allowed_mime_types === undefined ? {} : { allowedMimeTypes: change.allowed_mime_types }),
  };
}

export async function createBucket(deps: Deps, actor: Pick<Actor, 'userId'>, input: NewBucket): Promise<string> {
  const id = input.id ?? input.name;
  if (!isBucketName(id)) throw new StorageRefusal('badName', 'Bucket name invalid');
  const now = deps.now();
  try {
    await queries.insertBucket(deps.db, {
      id,
      name: input.name,
      owner: actor.userId,
      ...settingsOf(input),
      createdAt: now,
      updatedAt: now,
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'buckets_pkey')) throw error;
    throw new StorageRefusal('bucketExists', 'The resource already exists');
  }
  return id;
}

export async function changeBucket(deps: Deps, id: string, change: BucketChange): Promise<void> {
  await requireBucket(deps, id);
  await queries.updateBucket(deps.db, id, { ...settingsOf(change), updatedAt: deps.now() });
}

/** Takes every file out; their bytes follow with the next cleaning. */
export async function emptyBucket(deps: Deps, id: string): Promise<void> {
  await requireBucket(deps, id);
  await deps.db.transaction(async (tx) => {
    const gone = await queries.deleteAll(tx, id);
    await queries.addGarbage(
      tx,
      gone.map(({ version }) => version),
      deps.now(),
    );
  });
}

/** @throws StorageRefusal while there are files in it */
export async function removeBucket(deps: Deps, id: string): Promise<void> {
  await requireBucket(deps, id);
  if (!(await queries.isEmpty(deps.db, id))) {
    throw new StorageRefusal('notEmpty', 'The bucket you tried to delete is not empty');
  }
  await queries.deleteBucket(deps.db, id);
}

import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createS3Client } from '../../integrations/s3/s3.client.ts';
import type { Deps } from '../../server/deps.ts';
import { BackupError, hasBackupTarget, isBackupName, selectExpired } from './backups.rules.ts';

type S3Client = ReturnType<typeof createS3Client>;

/** Where backups go: a folder, a bucket, or both. */
export type BackupTarget = { folder: string | undefined; bucket: { name: string; client: S3Client } | undefined };

const BUCKET_PREFIX = 's3:';

/**
 * Returns the configured target.
 * @param folder replaces it with a folder
 * @throws BackupError when settings of the bucket are missing
 */
export function getBackupTarget({ env, fetch }: Pick<Deps, 'env' | 'fetch'>, folder?: string): BackupTarget {
  if (folder !== undefined) return { folder, bucket: undefined };
  const { BACKUP_DIR, BACKUP_S3_BUCKET } = env;
  if (!BACKUP_S3_BUCKET) return { folder: BACKUP_DIR, bucket: undefined };
  const endpoint = env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT;
  const accessKeyId = env.BACKUP_S3_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID;
  const secretAccessKey = env.BACKUP_S3_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY;
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    throw new BackupError(
      'BACKUP_S3_BUCKET also needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
    );
  }
  const region = env.BACKUP_S3_REGION ?? env.S3_REGION;
  const config = { endpoint, region, bucket: BACKUP_S3_BUCKET, accessKeyId, secretAccessKey };
  return { folder: BACKUP_DIR, bucket: { name: BACKUP_S3_BUCKET, client: createS3Client(config, fetch) } };
}

/**
 * Runs work with the folder that the backup is written to, which is temporary if backups only go to a bucket. The
 * folder needs space for one backup.
 */
export async function withWorkFolder<T>({ folder }: BackupTarget, work: (folder: string) => Promise<T>): Promise<T> {
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    return work(folder);
  }
  const temporary = await mkdtemp(join(tmpdir(), 'planet-crew-backup-'));
  try {
    return await work(temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Uploads a finished backup if there's a bucket. @returns where the backup is */
export async function storeBackup({ bucket }: BackupTarget, file: string, name: string): Promise<string> {
  if (!bucket) return file;
  await bucket.client.putStream(name, createReadStream(file));
  return `${BUCKET_PREFIX}${bucket.name}/${name}`;
}

const listFolder = async (folder: string) => (await readdir(folder).catch(() => [])).filter(isBackupName).sort();

/** Removes nightly backups beyond the newest ones. Manual ones stay. */
export async function removeExpiredBackups({ folder, bucket }: BackupTarget, keep: number): Promise<void> {
  if (folder !== undefined) {
    for (const name of selectExpired(await listFolder(folder), keep)) await rm(join(folder, name), { force: true });
  }
  if (!bucket) return;
  const names = (await bucket.client.list('')).filter(isBackupName).sort();
  for (const name of selectExpired(names, keep)) await bucket.client.remove(name);
}

/** Lists the names of all backups at the configured targets, oldest first. */
export async function listBackups(deps: Pick<Deps, 'env' | 'fetch'>): Promise<string[]> {
  if (!hasBackupTarget(deps.env)) return [];
  const { folder, bucket } = getBackupTarget(deps);
  const local = folder === undefined ? [] : (await listFolder(folder)).map((name) => join(folder, name));
  const remote = bucket ? (await bucket.client.list('')).filter(isBackupName).sort() : [];
  return [...local, ...remote.map((name) => `${BUCKET_PREFIX}${bucket!.name}/${name}`)];
}

/** Runs work with a backup as a local file; one in the bucket is downloaded first. @param place a path or `s3:…` */
export async function withLocalBackup<T>(
  deps: Pick<Deps, 'env' | 'fetch'>,
  place: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (!place.startsWith(BUCKET_PREFIX)) return work(place);
  const { bucket } = getBackupTarget(deps);
  const name = place.slice(place.lastIndexOf('/') + 1);
  if (!bucket || place !== `${BUCKET_PREFIX}${bucket.name}/${name}`) {
    throw new BackupError(`${place} isn't in the bucket of BACKUP_S3_BUCKET.`);
  }
  return withWorkFolder({ folder: undefined, bucket }, async (folder) => {
    const file = join(folder, name);
    await pipeline(
      Readable.fromWeb((await bucket.client.getStream(name)) as never),
      createWriteStream(file, { mode: 0o600 }),
    );
    return work(file);
  });
}

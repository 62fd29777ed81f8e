import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createS3Client, type S3Config } from '../../integrations/s3/s3.client.ts';
import type { Deps } from '../../server/deps.ts';

/** Stores blobs under keys that we generate. */
export type BlobStore = {
  put: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** @returns undefined if the key doesn't exist */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove: (key: string) => Promise<void>;
};

/** The folder for uploaded files inside the data folder. */
const OBJECTS = 'objects';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns the folder of uploaded files on this node; undefined if they're in an S3 bucket. */
export function getLocalFolder(env: Pick<Deps['env'], 'DATA_DIR' | 'S3_ENDPOINT'>): string | undefined {
  return env.S3_ENDPOINT ? undefined : join(env.DATA_DIR, OBJECTS);
}

/** Stores files in a local folder. Writes are atomic: a file is either complete or missing. */
function createDiskStore(folder: string): BlobStore {
  const toFilePath = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    put: async (key, bytes) => {
      const file = toFilePath(key);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, bytes, { flush: true });
      await rename(`${file}.new`, file);
    },
    get: async (key) => {
      try {
        return new Uint8Array(await readFile(toFilePath(key)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: (key) => rm(toFilePath(key), { force: true }),
  };
}

/**
 * Parses the settings of the S3-compatible store. Returns undefined if it isn't configured; files then go to the data
 * folder.
 */
export function parseS3Config(env: Deps['env']): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

const openStores = new WeakMap<Deps, BlobStore>();

/** Returns this installation's store: S3-compatible if configured, otherwise this node's data folder. */
export function getBlobStore(deps: Deps): BlobStore {
  const openStore = openStores.get(deps);
  if (openStore) return openStore;
  const config = parseS3Config(deps.env);
  const store = config ? createS3Client(config, deps.fetch) : createDiskStore(join(deps.env.DATA_DIR, OBJECTS));
  openStores.set(deps, store);
  return store;
}

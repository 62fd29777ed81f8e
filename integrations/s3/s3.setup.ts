import { createFindings, type Finding } from '../findings.ts';
import { createS3Client, type S3Config, S3Error } from './s3.client.ts';

const { met, unmet, off } = createFindings('s3', 'Object storage');
const ROUND_TRIP_LABEL = 'A file can be written, read and deleted';

/** @param config undefined when nothing is set, so files are stored in the data folder */
export async function checkS3(config: S3Config | undefined, fetcher: typeof fetch): Promise<Finding[]> {
  if (!config) {
    return [
      off('Uploads', 'Set the S3 variables if there is more than one node. A single node stores files in DATA_DIR.'),
    ];
  }
  const store = createS3Client(config, fetcher);
  const key = `go-live/${crypto.randomUUID()}`;
  const content = crypto.getRandomValues(new Uint8Array(64));
  try {
    await store.put(key, content);
    const readBack = await store.get(key).finally(() => store.remove(key));
    if (readBack && Buffer.compare(readBack, content) === 0)
      return [met('round', ROUND_TRIP_LABEL, `${config.bucket} allows all three.`)];
    return [unmet('round', ROUND_TRIP_LABEL, readBack ? CHANGED_FINDING : UNREADABLE_FINDING)];
  } catch (error) {
    return [unmet('round', ROUND_TRIP_LABEL, { found: `${(error as Error).message}.`, todo: getAdvice(error) })];
  }
}

const CHANGED_FINDING = {
  found: 'The file that we read differs from the one we wrote.',
  todo: 'Check that nothing between this machine and the store changes files.',
};
/** Finding for a file that can't be read back: our key has no read permission, or the store lost it. */
const UNREADABLE_FINDING = {
  found: "The store accepted a file, but we can't read it.",
  todo: 'Check that the key may read in S3_BUCKET, not just write.',
};

function getAdvice(error: unknown): string {
  if (!(error instanceof S3Error) || error.status === 0) {
    return 'Check that S3_ENDPOINT is right and that this machine can reach it, then check again.';
  }
  if (error.status === 429 || error.status >= 500) {
    return "Wait a moment and check again. If that doesn't help, see the store's status page.";
  }
  return 'Check that S3_ENDPOINT, S3_REGION and S3_BUCKET belong together and that the key may read, write and delete there.';
}

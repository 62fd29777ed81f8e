import { createFindings, type Finding } from '../findings.ts';
import { createS3Client, type S3Config, S3Error } from './s3.client.ts';

const { met, unmet, off } = createFindings('s3', 'Object storage');
const ROUND_TRIP_LABEL = 'A file goes there, comes back and goes away';

/** @param config undefined when nothing is set, so files are stored in the data folder */
export async function checkS3(config: S3Config | undefined, fetcher: typeof fetch): Promise<Finding[]> {
  if (!config) {
    return [
      off(
        'Files of people',
        'Set the S3 variables when there is more than one node; a single node keeps files in DATA_DIR.',
      ),
    ];
  }
  const store = createS3Client(config, fetcher);
  const key = `go-live/${crypto.randomUUID()}`;
  const sent = crypto.getRandomValues(new Uint8Array(64));
  try {
    await store.put(key, sent);
    const came = await store.get(key).finally(() => store.remove(key));
    if (came && Buffer.compare(came, sent) === 0)
      return [met('round', ROUND_TRIP_LABEL, `${config.bucket} did all three.`)];
    return [unmet('round', ROUND_TRIP_LABEL, came ? CHANGED : UNREAD)];
  } catch (error) {
    return [unmet('round', ROUND_TRIP_LABEL, { found: `${(error as Error).message}.`, todo: adviseOn(error) })];
  }
}

const CHANGED = {
  found: 'What came back is not what was sent.',
  todo: 'See that nothing between here and the store changes files.',
};
/** Finding for a file that can't be read back: our key has no read permission, or the store lost it. */
const UNREAD = {
  found: 'The store took a file and does not hand it out.',
  todo: 'See that the key may read in S3_BUCKET what it may write there.',
};

function adviseOn(error: unknown): string {
  if (!(error instanceof S3Error) || error.status === 0) {
    return 'See that S3_ENDPOINT is right and that this machine may reach it, then look again.';
  }
  if (error.status === 429 || error.status >= 500) {
    return 'Wait a little and look again; if it stays, look at the status page of the store.';
  }
  return 'See that S3_ENDPOINT, S3_REGION and S3_BUCKET belong together and that the key may read, write and delete there.';
}

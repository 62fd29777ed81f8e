import { type Finding, findingsOf } from '../findings.ts';
import { openS3, type S3Config } from './s3.client.ts';

const { met, unmet, off } = findingsOf('s3', 'Object storage');
const ROUND = 'A file goes there, comes back and goes away';

/** @param config undefined while nothing is set: files lie in the data folder */
export async function s3Findings(config: S3Config | undefined, fetcher: typeof fetch): Promise<Finding[]> {
  if (!config) {
    return [
      off(
        'Files of people',
        'Set the S3 variables when there is more than one node; a single node keeps files in DATA_DIR.',
      ),
    ];
  }
  const store = openS3(config, fetcher);
  const key = `go-live/${crypto.randomUUID()}`;
  const sent = crypto.getRandomValues(new Uint8Array(64));
  try {
    await store.put(key, sent);
    const came = await store.get(key);
    await store.remove(key);
    if (came && Buffer.compare(came, sent) === 0) return [met('round', ROUND, `${config.bucket} did all three.`)];
    return [
      unmet('round', ROUND, {
        found: 'What came back is not what was sent.',
        todo: 'See that nothing between here and the store changes files.',
      }),
    ];
  } catch (error) {
    return [
      unmet('round', ROUND, {
        found: `${(error as Error).message}.`,
        todo: 'See that S3_ENDPOINT, S3_REGION and S3_BUCKET belong together and that the key may read, write and delete there.',
      }),
    ];
  }
}

import { AwsClient } from 'aws4fetch';

export type S3Config = {
  /** Address of the service, e.g. https://s3.eu-central-1.amazonaws.com or that of any compatible store. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The store did not do what it was asked. */
class S3Error extends Error {
  readonly status: number;
  constructor(what: string, status: number) {
    super(`The object store refused to ${what} (${status})`);
    this.status = status;
  }
}

const ANSWER_MS = 30_000;

/** Bytes by key in one bucket of an S3-compatible store, addressed by path, which every such store understands. */
export function openS3(config: S3Config, fetch: typeof globalThis.fetch) {
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: 's3',
    retries: 0,
  });
  const send = async (key: string, init: RequestInit) => {
    const url = `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}/${key}`;
    return fetch(await client.sign(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) }));
  };
  return {
    put: async (key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      const answer = await send(key, { method: 'PUT', body: bytes });
      await answer.body?.cancel();
      if (!answer.ok) throw new S3Error('keep a file', answer.status);
    },
    /** @returns undefined when there is no such key */
    get: async (key: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
      const answer = await send(key, { method: 'GET' });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      if (!answer.ok) throw new S3Error('hand out a file', answer.status);
      return new Uint8Array(await answer.arrayBuffer());
    },
    remove: async (key: string): Promise<void> => {
      const answer = await send(key, { method: 'DELETE' });
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw new S3Error('delete a file', answer.status);
    },
  };
}

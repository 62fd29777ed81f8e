import { AwsClient } from 'aws4fetch';

export type S3Config = {
  /** Endpoint of the service, e.g. https://s3.eu-central-1.amazonaws.com or that of any S3-compatible store. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Error code of object store failures. */
const OBJECT_STORE = 'OBJECT_STORE';

/** Thrown when the object store refuses or fails a request. */
export class S3Error extends Error {
  readonly code = OBJECT_STORE;
  /** HTTP status; 0 when the store didn't respond. */
  readonly status: number;
  constructor(what: string, status: number, { code, region }: S3ErrorBody) {
    const regionHint = region && code !== 'AccessDenied' ? `; its region is ${region}` : '';
    super(`The object store refused to ${what} (${[status, code].filter(Boolean).join(' ')}${regionHint})`);
    this.status = status;
  }
}

/** Details in the store's error body, if any. */
type S3ErrorBody = { code: string | undefined; region: string | undefined };

async function readErrorBody(response: Response): Promise<S3ErrorBody> {
  const xml = await response.text();
  const readTag = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return { code: readTag('Code'), region: readTag('Region') };
}

/**
 * Error codes of a missing key. If our keys may not list the bucket, S3 instead refuses the request and hides whether
 * the key exists. A missing bucket has the same status, but that's an error.
 */
const MISSING_CODES = new Set([undefined, 'NoSuchKey', 'AccessDenied']);

const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * Creates a client for one bucket of an S3-compatible store. It uses path-style addressing, which every such store
 * supports.
 */
export function createS3Client(config: S3Config, fetch: typeof globalThis.fetch) {
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: 's3',
    retries: 0,
  });
  const sendRequest = async (key: string, init: RequestInit) => {
    const url = `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}/${key}`;
    const request = await client.sign(url, { ...init, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    try {
      return await fetch(request);
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      throw new S3Error('answer', 0, { code: cause?.code ?? message, region: undefined });
    }
  };
  return {
    put: async (key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      const response = await sendRequest(key, { method: 'PUT', body: bytes });
      if (!response.ok) throw new S3Error('keep a file', response.status, await readErrorBody(response));
      await response.body?.cancel();
    },
    /** @returns undefined when there's no such key */
    get: async (key: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
      const response = await sendRequest(key, { method: 'GET' });
      if (!response.ok) {
        const errorBody = await readErrorBody(response);
        const isHidden = response.status === 404 || (response.status === 403 && errorBody.code === 'AccessDenied');
        if (isHidden && MISSING_CODES.has(errorBody.code)) return undefined;
        throw new S3Error('hand out a file', response.status, errorBody);
      }
      return new Uint8Array(await response.arrayBuffer());
    },
    remove: async (key: string): Promise<void> => {
      const response = await sendRequest(key, { method: 'DELETE' });
      if (response.ok) return void (await response.body?.cancel());
      const errorBody = await readErrorBody(response);
      if (response.status !== 404 || !MISSING_CODES.has(errorBody.code))
        throw new S3Error('delete a file', response.status, errorBody);
    },
  };
}

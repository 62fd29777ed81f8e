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
  return { code: findTag(xml, 'Code'), region: findTag(xml, 'Region') };
}

/**
 * Error codes of a missing key. If our keys may not list the bucket, S3 instead refuses the request and hides whether
 * the key exists. A missing bucket has the same status, but that's an error.
 */
const MISSING_CODES = new Set([undefined, 'NoSuchKey', 'AccessDenied']);

const RESPONSE_TIMEOUT_MS = 30_000;
/** Large files are sent in parts of this size. A store takes at most 10,000 parts. */
const PART_BYTES = 16 * 1024 * 1024;
const PART_TIMEOUT_MS = 300_000;

const findTag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

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
  const sendRequest = async (key: string, init: RequestInit, timeoutMs = RESPONSE_TIMEOUT_MS) => {
    const url = `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}/${key}`;
    const request = await client.sign(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    try {
      return await fetch(request);
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      throw new S3Error('answer', 0, { code: cause?.code ?? message, region: undefined });
    }
  };
  /** Sends a request and returns the body. @throws S3Error for every refusal */
  const ask = async (what: string, key: string, init: RequestInit): Promise<string> => {
    const response = await sendRequest(key, init);
    if (!response.ok) throw new S3Error(what, response.status, await readErrorBody(response));
    return response.text();
  };
  const sendPart = async (address: string, body: Uint8Array<ArrayBuffer>): Promise<string> => {
    const response = await sendRequest(address, { method: 'PUT', body }, PART_TIMEOUT_MS);
    if (!response.ok) throw new S3Error('keep a part', response.status, await readErrorBody(response));
    await response.body?.cancel();
    return response.headers.get('ETag') ?? '';
  };
  return {
    /** Stores a file of any size without loading it whole. */
    putStream: async (key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> => {
      const what = 'start an upload';
      const uploadId = findTag(await ask(what, `${key}?uploads`, { method: 'POST' }), 'UploadId');
      if (!uploadId) throw new S3Error(what, 0, { code: 'no upload id', region: undefined });
      const upload = `uploadId=${encodeURIComponent(uploadId)}`;
      try {
        const etags: string[] = [];
        for await (const part of joinChunks(chunks, PART_BYTES)) {
          etags.push(await sendPart(`${key}?partNumber=${etags.length + 1}&${upload}`, part));
        }
        const parts = etags.map(
          (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
        );
        const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
        // The store may report an error although it has already answered with 200.
        const answer = await ask('finish an upload', `${key}?${upload}`, { method: 'POST', body });
        const code = findTag(answer, 'Code');
        if (code) throw new S3Error('finish an upload', 200, { code, region: undefined });
      } catch (error) {
        await sendRequest(`${key}?${upload}`, { method: 'DELETE' }).catch(() => undefined);
        throw error;
      }
    },
    /** Returns a file's bytes as they arrive. @throws S3Error, also when there's no such key */
    getStream: async (key: string): Promise<ReadableStream<Uint8Array>> => {
      const response = await sendRequest(key, { method: 'GET' }, PART_TIMEOUT_MS);
      if (!response.ok || !response.body)
        throw new S3Error('hand out a file', response.status, await readErrorBody(response));
      return response.body;
    },
    /** Lists all keys with a prefix. */
    list: async (prefix: string): Promise<string[]> => {
      const keys: string[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix });
        if (next) query.set('continuation-token', next);
        const xml = await ask('list files', `?${query}`, { method: 'GET' });
        keys.push(...[...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key)));
        next = findTag(xml, 'NextContinuationToken');
      } while (next);
      return keys;
    },
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

/** Joins chunks to parts of one size; only the last may be smaller. There's always at least one part. */
async function* joinChunks(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(size);
  let filled = 0;
  let isAnySent = false;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (rest.length > 0) {
      const taken = Math.min(rest.length, size - filled);
      part.set(rest.subarray(0, taken), filled);
      filled += taken;
      rest = rest.subarray(taken);
      if (filled < size) continue;
      yield part;
      isAnySent = true;
      part = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0 || !isAnySent) yield part.slice(0, filled);
}

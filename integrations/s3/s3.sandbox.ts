import { AwsV4Signer } from 'aws4fetch';
import { type Context, Hono } from 'hono';
import type { S3Config } from './s3.client.ts';

/** Maximum clock skew. Requests beyond it are refused. */
const MAX_CLOCK_SKEW_MS = 15 * 60_000;
const MAX_KEY_LENGTH = 1_024;

const ERRORS = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed; the region is wrong'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  KeyTooLongError: [400, 'Your key is too long'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified upload does not exist.'],
  NotImplemented: [501, 'A header or query you provided implies functionality that is not implemented'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [403, 'The request signature we calculated does not match the signature you provided.'],
  SlowDown: [503, 'Please reduce your request rate.'],
} as const;
type Code = keyof typeof ERRORS;

type Options = {
  /** Whether the keys may list the bucket. If not, S3 hides whether a key exists (403). */
  mayList?: boolean;
  now?: () => number;
};

/**
 * Creates a small S3 sandbox with path-style put, get, delete, list and uploads in parts. It checks bucket, region, clock and every signature
 * as S3 does, and fails for the sentinel key `unavailable`.
 */
export function createS3Sandbox(config: S3Config, { mayList = true, now = Date.now }: Options = {}) {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const app = new Hono();

  app.use(async (c, next) => {
    const fault = await findFault(c, config, now());
    if (fault) return respondRefused(c, fault, config);
    if (c.req.path.endsWith('/unavailable')) return respondRefused(c, 'SlowDown', config);
    return next();
  });
  app.post('*', async (c) => {
    if (c.req.query('uploads') !== undefined) {
      const uploadId = crypto.randomUUID();
      uploads.set(uploadId, new Map());
      return c.body(`<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`);
    }
    const uploadId = c.req.query('uploadId') ?? '';
    const parts = uploads.get(uploadId);
    if (!parts) return respondRefused(c, 'NoSuchUpload', config);
    const numbers = [...(await c.req.text()).matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
    objects.set(c.req.path, new Uint8Array(Buffer.concat(numbers.map((number) => parts.get(number)!))));
    uploads.delete(uploadId);
    return c.body('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  });
  app.put('*', async (c) => {
    const { uploadId, partNumber } = c.req.query();
    if (uploadId !== undefined) {
      const parts = uploads.get(uploadId);
      if (!parts) return respondRefused(c, 'NoSuchUpload', config);
      parts.set(Number(partNumber), new Uint8Array(await c.req.arrayBuffer()));
      return c.body(null, 200, { ETag: `"part-${partNumber}"` });
    }
    objects.set(c.req.path, new Uint8Array(await c.req.arrayBuffer()));
    return c.body(null, 200, { ETag: `"${crypto.randomUUID()}"` });
  });
  app.get('*', (c) => {
    if (c.req.query('list-type') === '2') return c.body(renderList(c, [...objects.keys()], config));
    const bytes = objects.get(c.req.path);
    return bytes ? c.body(bytes) : respondRefused(c, mayList ? 'NoSuchKey' : 'AccessDenied', config);
  });
  app.delete('*', (c) => {
    if (c.req.query('uploadId') !== undefined) uploads.delete(c.req.query('uploadId')!);
    else objects.delete(c.req.path);
    return c.body(null, 204);
  });
  app.all('*', (c) => respondRefused(c, 'NotImplemented', config));
  return {
    app,
    /** Keys of all stored objects. */
    keys: () => [...objects.keys()],
    /** Number of multipart uploads that were neither completed nor aborted. */
    openUploads: () => uploads.size,
  };
}

const KNOWN_PARAMETERS = new Set(['uploads', 'uploadId', 'partNumber', 'list-type', 'prefix', 'continuation-token']);
/** Small pages, so that every test of a longer list needs the next one. */
const KEYS_PER_PAGE = 3;

function renderList(c: Context, paths: string[], { bucket }: S3Config): string {
  const { prefix = '', 'continuation-token': after = '' } = c.req.query();
  const keys = paths
    .map((path) => path.slice(`/${bucket}/`.length))
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort();
  const page = keys.slice(0, KEYS_PER_PAGE);
  const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`;
}

/** Returns the error that S3 would raise before looking up the key, or undefined. The checks run in S3's order. */
async function findFault(c: Context, config: S3Config, now: number): Promise<Code | undefined> {
  const authorization = c.req.header('Authorization') ?? '';
  const datetime = c.req.header('X-Amz-Date') ?? '';
  const scope = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, /.exec(authorization);
  if (!scope || !datetime || !c.req.header('X-Amz-Content-Sha256')) return 'AccessDenied';
  const [, accessKeyId, , region] = scope;
  if (accessKeyId !== config.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== config.region) return 'AuthorizationHeaderMalformed';
  const signedAt = Date.parse(datetime.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(signedAt - now) <= MAX_CLOCK_SKEW_MS)) return 'RequestTimeTooSkewed';
  const signer = new AwsV4Signer({
    ...config,
    service: 's3',
    method: c.req.method,
    url: c.req.url,
    datetime,
    headers: { 'X-Amz-Content-Sha256': c.req.header('X-Amz-Content-Sha256')! },
  });
  if (authorization !== (await signer.authHeader())) return 'SignatureDoesNotMatch';
  const unknown = [...new URL(c.req.url).searchParams.keys()].some((name) => !KNOWN_PARAMETERS.has(name));
  if (unknown) return 'NotImplemented';
  const [, bucket, ...key] = c.req.path.split('/');
  if (bucket !== config.bucket) return 'NoSuchBucket';
  return key.join('/').length > MAX_KEY_LENGTH ? 'KeyTooLongError' : undefined;
}

function respondRefused(c: Context, code: Code, { region }: S3Config): Response {
  const [status, message] = ERRORS[code];
  const regionElement = code === 'AuthorizationHeaderMalformed' ? `<Region>${region}</Region>` : '';
  const request = `<RequestId>${crypto.randomUUID()}</RequestId><HostId>sandbox</HostId>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${regionElement}${request}</Error>`;
  return c.body(xml, status, { 'Content-Type': 'application/xml' });
}

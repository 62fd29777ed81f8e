import { AwsV4Signer } from 'aws4fetch';
import { Hono } from 'hono';
import type { S3Config } from './s3.client.ts';

/**
 * A small store with the shapes of S3: puts, gets and deletes by path, checks every signature as S3 does, and fails on
 * the sentinel key `unavailable`.
 */
export function openS3Sandbox(config: S3Config) {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const app = new Hono();

  app.use(async (c, next) => {
    const given = c.req.header('Authorization');
    const datetime = c.req.header('X-Amz-Date');
    if (!given || !datetime) return c.text('<Error><Code>AccessDenied</Code></Error>', 403);
    const signer = new AwsV4Signer({
      ...config,
      service: 's3',
      method: c.req.method,
      url: c.req.url,
      datetime,
      headers: { 'X-Amz-Content-Sha256': c.req.header('X-Amz-Content-Sha256') ?? '' },
    });
    if (given !== (await signer.authHeader())) {
      return c.text('<Error><Code>SignatureDoesNotMatch</Code></Error>', 403);
    }
    if (c.req.path.endsWith('/unavailable')) return c.text('<Error><Code>SlowDown</Code></Error>', 503);
    return next();
  });
  app.put('*', async (c) => {
    kept.set(c.req.path, new Uint8Array(await c.req.arrayBuffer()));
    return c.body(null, 200);
  });
  app.get('*', (c) => {
    const bytes = kept.get(c.req.path);
    return bytes ? c.body(bytes) : c.text('<Error><Code>NoSuchKey</Code></Error>', 404);
  });
  app.delete('*', (c) => {
    kept.delete(c.req.path);
    return c.body(null, 204);
  });
  return { app, /** Keys that are kept now. */ keys: () => [...kept.keys()] };
}

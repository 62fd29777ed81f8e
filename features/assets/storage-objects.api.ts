import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ApiEnv, asRouter, body, json, matchesEtag, operation } from '../../server/http.ts';
import { HOUR_SECONDS } from '../../time/units.ts';
import { isService } from '../accounts/sessions/sessions.commands.ts';
import { requireAccess } from '../moderation/access-policy.commands.ts';
import { canActAsAdmin, isAdmin } from '../moderation/admins.queries.ts';
import { findBucket, type ObjectRow } from './assets.queries.ts';
import { isPicture, isStorable, type Person, toMetadata, toServedType } from './assets.rules.ts';
import {
  DoneMessage,
  Entry,
  Listing,
  Removal,
  Search,
  SearchV2,
  Signature,
  Signatures,
  Transfer,
} from './assets.schema.ts';
import { isUnmodifiedSince, resolveRange, toAttachmentHeader } from './file-responses.rules.ts';
import * as commands from './storage-objects.commands.ts';
import { addPathOperation, createStorageApi, StorageErrorBody } from './storage-protocol.api.ts';
import { StorageRefusal } from './storage-protocol.commands.ts';
import { readGrant, signGrant } from './storage-signing.commands.ts';

const objectPath = z.object({ bucket: z.string(), path: z.string() });
const BucketParams = z.object({ bucket: z.string() });
const content = { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } };
const bytes = {
  200: { description: 'The file', content },
  206: { description: 'The requested byte range', content },
  304: { description: 'Unchanged according to If-None-Match or If-Modified-Since' },
  416: json(StorageErrorBody, 'The range starts past the end of the file'),
  404: json(StorageErrorBody, "File not found, or you don't have access"),
};
const Key = z.object({ Id: z.string(), Key: z.string() });
const UPLOAD_SECONDS = 2 * HOUR_SECONDS;

async function identifyPerson(c: Context<ApiEnv>): Promise<Person> {
  const { actor, deps } = c.var;
  if (!actor && (await isService(deps, c.req.header('Authorization')))) return { userId: null, admin: true };
  return actor && { userId: actor.userId, admin: await canActAsAdmin(deps.db, actor) };
}

/** Reads the uploaded file from a multipart form, as browsers send it, or from the raw request body. */
async function readUpload(c: Context<ApiEnv>): Promise<commands.Upload> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    return {
      bytes: new Uint8Array(await c.req.arrayBuffer()),
      contentType: type,
      cacheControl: c.req.header('Cache-Control') ?? 'no-cache',
      metadata: parseMetadata(c.req.header('X-Metadata'), true),
    };
  }
  const form = await c.req.formData().catch(() => undefined);
  const file = form && [...form.values()].find((value) => value instanceof File);
  if (!form || !file) throw new StorageRefusal('badRequest', 'The form has no file.');
  const seconds = String(form.get('cacheControl') ?? '3600');
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    contentType: file.type || String(form.get('contentType') ?? ''),
    cacheControl: /^\d{1,9}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    metadata: parseMetadata(form.get('metadata'), false),
  };
}

function parseMetadata(text: unknown, isEncoded: boolean): Record<string, unknown> | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    const value: unknown = JSON.parse(isEncoded ? Buffer.from(text, 'base64').toString('utf8') : text);
    const isSmall = text.length < 4_000 && isStorable(value);
    if (value && typeof value === 'object' && !Array.isArray(value) && isSmall) return value as Record<string, unknown>;
  } catch {}
  throw new StorageRefusal('badRequest', 'The metadata must be a small JSON object.');
}

/** Query parameters that request an image transformation. */
const TRANSFORMS = ['width', 'height', 'resize', 'quality', 'format'];

/**
 * Refuses transformations, because clients could mistake the unchanged image for the requested one. Files that aren't
 * images are served as they are.
 */
function refuseTransformations(row: ObjectRow, transform: Record<string, unknown> | null | undefined): void {
  const transforms = Object.entries(transform ?? {}).filter(
    ([name, value]) => TRANSFORMS.includes(name) && value !== null && value !== undefined && value !== 'origin',
  );
  if (transforms.length === 0 || !isPicture(row.mimetype)) return;
  throw new StorageRefusal('notOffered', NO_TRANSFORMS);
}

const NO_TRANSFORMS =
  'This server serves pictures as uploaded. Leave out the transformation, or upload the size you need.';

/** Returns a file's response headers, which keep browsers from executing it. */
async function toHeaders(c: Context<ApiEnv>, row: ObjectRow, way: 'public' | 'private') {
  const { type, inline } = toServedType(row.mimetype);
  const isOpen = (await findBucket(c.var.deps.db, row.bucketId))?.public;
  const cacheControl = /^max-age=\d+$/.test(row.cacheControl) ? row.cacheControl : 'no-cache';
  const download = c.req.query('download');
  const name = download || row.name.split('/').at(-1)!;
  return {
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    ETag: row.etag,
    'Last-Modified': row.updatedAt.toUTCString(),
    'Cache-Control': `${way}, ${isOpen ? cacheControl : 'no-store'}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ...(!inline || download !== undefined ? { 'Content-Disposition': toAttachmentHeader(name) } : {}),
  };
}

/** Serves a file: whole, in part, or not at all if the client already has it (RFC 9110 13.2.2). */
async function serveObject(c: Context<ApiEnv>, row: ObjectRow, way: 'public' | 'private'): Promise<Response> {
  const headers = await toHeaders(c, row, way);
  const tags = c.req.header('If-None-Match');
  const isKnown = tags
    ? matchesEtag(tags, row.etag)
    : isUnmodifiedSince(row.updatedAt, c.req.header('If-Modified-Since'));
  if (isKnown) return c.body(null, 304, headers);
  const isHead = c.req.method === 'HEAD';
  const conditions = { range: isHead ? undefined : c.req.header('Range'), ifRange: c.req.header('If-Range') };
  const part = resolveRange(conditions, row.size, { etag: row.etag, modifiedAt: row.updatedAt });
  if (part === 'none') {
    c.header('Content-Range', `bytes */${row.size}`);
    throw new StorageRefusal('badRange', `This file has ${row.size} bytes, and the range starts after them.`);
  }
  const length = part === 'whole' ? row.size : part.to - part.from + 1;
  const sizedHeaders = { ...headers, 'Content-Length': String(length) };
  if (isHead) return c.body(null, 200, sizedHeaders);
  const bytes = await commands.openObjectBytes(c.var.deps, row);
  if (part === 'whole') return c.body(bytes, 200, sizedHeaders);
  const range = `bytes ${part.from}-${part.to}/${row.size}`;
  return c.body(bytes.slice(part.from, part.to + 1), 206, { ...sizedHeaders, 'Content-Range': range });
}

const list = operation({
  method: 'post',
  path: '/storage/v1/object/list/{bucket}',
  who: 'visitor',
  summary: 'List files and folders below a prefix',
  request: { params: BucketParams, body: body(Search) },
  responses: { 200: json(z.array(Entry), 'One folder level') },
});
const listPage = operation({
  method: 'post',
  path: '/storage/v1/object/list-v2/{bucket}',
  who: 'visitor',
  summary: 'List files and folders below a prefix, page by page',
  request: { params: BucketParams, body: body(SearchV2) },
  responses: { 200: json(Listing, 'One page and the cursor for the next') },
});
const move = operation({
  method: 'post',
  path: '/storage/v1/object/move',
  who: 'owner',
  surface: 'storage',
  summary: 'Move or rename a file',
  request: { body: body(Transfer) },
  responses: { 200: json(DoneMessage, 'Moved') },
});
const copy = operation({
  method: 'post',
  path: '/storage/v1/object/copy',
  who: 'user',
  surface: 'storage',
  summary: 'Copy a file',
  request: { body: body(Transfer) },
  responses: { 200: json(Key, 'The copy') },
});
const signMany = operation({
  method: 'post',
  path: '/storage/v1/object/sign/{bucket}',
  who: 'user',
  surface: 'own',
  summary: 'Create signed download links for several files',
  request: { params: BucketParams, body: body(Signatures) },
  responses: {
    200: json(
      z.array(z.object({ error: z.string().nullable(), path: z.string(), signedURL: z.string().nullable() })),
      'One per path',
    ),
  },
});
const removeMany = operation({
  method: 'delete',
  path: '/storage/v1/object/{bucket}',
  who: 'owner',
  surface: 'own',
  summary: 'Delete files',
  request: { params: BucketParams, body: body(Removal) },
  responses: { 200: json(z.array(z.record(z.string(), z.unknown())), 'The deleted files') },
});

const toObjectInfo = (row: ObjectRow) => ({
  id: row.id,
  version: row.version,
  name: row.name,
  bucket_id: row.bucketId,
  size: row.size,
  content_type: row.mimetype,
  cache_control: row.cacheControl,
  etag: row.etag,
  metadata: row.userMetadata,
  last_modified: row.updatedAt.toISOString(),
  created_at: row.createdAt.toISOString(),
});

const api = createStorageApi();

/** Creates an unencoded path, because the client encodes the whole URL. */
const createSignedPath = (bucket: string, path: string, token: string) =>
  `/object/sign/${bucket}/${path}?token=${token}`;

const readJson = async <T>(c: Context<ApiEnv>, schema: z.ZodType<T>): Promise<T> => {
  const result = schema.safeParse(await c.req.json().catch(() => undefined));
  if (!result.success) throw new StorageRefusal('badRequest', result.error.issues[0]?.message ?? 'Invalid request');
  return result.data;
};

addPathOperation(
  api,
  operation({
    method: 'post',
    path: '/storage/v1/object/upload/sign/{bucket}/{path}',
    who: 'user',
    surface: 'storage',
    summary: 'Create a signed upload link valid for two hours',
    request: { params: objectPath },
    responses: { 200: json(z.object({ url: z.string(), token: z.string() }), 'The link') },
  }),
  async (c, { bucket, path }) => {
    const { deps } = c.var;
    const person = await identifyPerson(c);
    await commands.requireUpload(deps, person, { bucket, path });
    const isUpsert = c.req.header('X-Upsert') === 'true';
    const token = await signGrant(
      deps,
      { url: `${bucket}/${path}`, upload: { owner: person!.userId, upsert: isUpsert } },
      UPLOAD_SECONDS,
    );
    return c.json(
      { url: `/object/upload${createSignedPath(bucket, path, token).slice('/object'.length)}`, token },
      200,
    );
  },
);

addPathOperation(
  api,
  operation({
    method: 'put',
    path: '/storage/v1/object/upload/sign/{bucket}/{path}',
    who: 'visitor',
    summary: 'Upload a file with a signed link',
    request: { params: objectPath, query: z.object({ token: z.string() }) },
    responses: { 200: json(z.object({ Key: z.string() }), 'Kept') },
  }),
  async (c, { bucket, path }) => {
    const { deps } = c.var;
    const grant = await readGrant(deps, c.req.query('token') ?? '', `${bucket}/${path}`);
    if (!grant.upload) throw new StorageRefusal('badToken', 'Invalid signature');
    const { owner } = grant.upload;
    if (owner) await requireAccess(deps.db, deps, owner, 'storage');
    const person = { userId: owner, admin: owner === null || (await isAdmin(deps.db, owner)) };
    const mode = grant.upload.upsert ? 'upsert' : 'create';
    const { signal } = c.req.raw;
    await commands.uploadObject(deps, person, { bucket, path }, { file: await readUpload(c), mode, signal });
    return c.json({ Key: `${bucket}/${path}` }, 200);
  },
);

addPathOperation(
  api,
  operation({
    method: 'post',
    path: '/storage/v1/object/sign/{bucket}/{path}',
    who: 'user',
    surface: 'own',
    summary: 'Create a signed download link',
    request: { params: objectPath, body: body(Signature) },
    responses: { 200: json(z.object({ signedURL: z.string() }), 'The link') },
  }),
  async (c, { bucket, path }) => {
    const { expiresIn, transform } = await readJson(c, Signature);
    const person = await identifyPerson(c);
    refuseTransformations(await commands.findReadableObject(c.var.deps, person, { bucket, path }), transform);
    const token = await signGrant(c.var.deps, { url: `${bucket}/${path}`, by: person!.userId }, expiresIn);
    return c.json({ signedURL: createSignedPath(bucket, path, token) }, 200);
  },
);

addPathOperation(
  api,
  operation({
    method: 'get',
    path: '/storage/v1/object/sign/{bucket}/{path}',
    who: 'visitor',
    summary: 'Download a file with a signed link',
    request: { params: objectPath, query: z.object({ token: z.string() }) },
    responses: bytes,
  }),
  async (c, { bucket, path }) => {
    const grant = await readGrant(c.var.deps, c.req.query('token') ?? '', `${bucket}/${path}`);
    if (grant.upload) throw new StorageRefusal('badToken', 'Invalid signature');
    const row = await commands.findObjectBySignedLink(c.var.deps, { bucket, path });
    refuseTransformations(row, c.req.query());
    return serveObject(c, row, 'private');
  },
);

addPathOperation(
  api,
  operation({
    method: 'get',
    path: '/storage/v1/object/public/{bucket}/{path}',
    who: 'visitor',
    summary: 'Download a file from a public bucket',
    request: { params: objectPath },
    responses: bytes,
  }),
  async (c, place) => serveObject(c, await commands.findPublicObject(c.var.deps, place), 'public'),
);

for (const prefix of ['authenticated/', ''] as const) {
  addPathOperation(
    api,
    operation({
      method: 'get',
      path: `/storage/v1/object/info/${prefix}{bucket}/{path}`,
      who: 'visitor',
      summary: 'Get file metadata',
      request: { params: objectPath },
      responses: { 200: json(z.record(z.string(), z.unknown()), 'Size, type, owner’s metadata') },
    }),
    async (c, place) =>
      c.json(toObjectInfo(await commands.findReadableObject(c.var.deps, await identifyPerson(c), place)), 200),
  );
}

/** Path for transformed images, which we refuse. */
asRouter(api).get('/storage/v1/render/image/*', () => {
  throw new StorageRefusal('notOffered', NO_TRANSFORMS);
});

export const objectsApi = api
  .openapi(list, async (c) => {
    const { bucket } = c.req.valid('param');
    return c.json(await commands.listObjects(c.var.deps, await identifyPerson(c), bucket, c.req.valid('json')), 200);
  })
  .openapi(listPage, async (c) => {
    const { bucket } = c.req.valid('param');
    return c.json(
      await commands.listObjectsPage(c.var.deps, await identifyPerson(c), bucket, c.req.valid('json')),
      200,
    );
  })
  .openapi(move, async (c) => {
    await commands.moveObject(c.var.deps, await identifyPerson(c), c.req.valid('json'));
    return c.json({ message: 'Successfully moved' }, 200);
  })
  .openapi(copy, async (c) => {
    const mode = c.req.header('X-Upsert') === 'true' ? 'upsert' : 'create';
    const row = await commands.copyObject(c.var.deps, await identifyPerson(c), c.req.valid('json'), mode);
    return c.json({ Id: row.id, Key: `${row.bucketId}/${row.name}`, path: row.name }, 200);
  })
  .openapi(signMany, async (c) => {
    const { bucket } = c.req.valid('param');
    const { paths, expiresIn, transform } = c.req.valid('json');
    const person = await identifyPerson(c);
    const links = paths.map(async (path) => {
      try {
        refuseTransformations(await commands.findReadableObject(c.var.deps, person, { bucket, path }), transform);
        const token = await signGrant(c.var.deps, { url: `${bucket}/${path}`, by: person!.userId }, expiresIn);
        return { error: null, path, signedURL: createSignedPath(bucket, path, token) };
      } catch (error) {
        if (!(error instanceof StorageRefusal)) throw error;
        if (error.kind.code === 'FeatureNotEnabled') return { error: error.message, path, signedURL: null };
        return { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null };
      }
    });
    return c.json(await Promise.all(links), 200);
  })
  .openapi(removeMany, async (c) => {
    const { bucket } = c.req.valid('param');
    const objects = await commands.removeObjects(
      c.var.deps,
      await identifyPerson(c),
      bucket,
      c.req.valid('json').prefixes,
    );
    return c.json(
      objects.map((row) => ({ ...toObjectInfo(row), metadata: toMetadata(row) })),
      200,
    );
  });

for (const [method, mode] of [
  ['post', 'create'],
  ['put', 'update'],
] as const) {
  addPathOperation(
    api,
    operation({
      method,
      path: '/storage/v1/object/{bucket}/{path}',
      who: 'user',
      surface: 'storage',
      summary: method === 'post' ? 'Upload a file into one’s own folder' : 'Replace a file of one’s own',
      request: { params: objectPath },
      responses: { 200: json(Key, 'Kept') },
    }),
    async (c, place) => {
      const isUpsert = method === 'post' && c.req.header('X-Upsert') === 'true';
      const person = await identifyPerson(c);
      const row = await commands.uploadObject(c.var.deps, person, place, {
        file: await readUpload(c),
        mode: isUpsert ? 'upsert' : mode,
        signal: c.req.raw.signal,
      });
      return c.json({ Id: row.id, Key: `${row.bucketId}/${row.name}` }, 200);
    },
  );
}

for (const prefix of ['authenticated/', ''] as const) {
  addPathOperation(
    api,
    operation({
      method: 'get',
      path: `/storage/v1/object/${prefix}{bucket}/{path}`,
      who: 'visitor',
      summary: 'Download a file',
      request: { params: objectPath },
      responses: bytes,
    }),
    async (c, place) =>
      serveObject(c, await commands.findReadableObject(c.var.deps, await identifyPerson(c), place), 'private'),
  );
}

addPathOperation(
  api,
  operation({
    method: 'delete',
    path: '/storage/v1/object/{bucket}/{path}',
    who: 'owner',
    surface: 'own',
    summary: 'Delete a file',
    request: { params: objectPath },
    responses: { 200: json(DoneMessage, 'Deleted') },
  }),
  async (c, { bucket, path }) => {
    const objects = await commands.removeObjects(c.var.deps, await identifyPerson(c), bucket, [path]);
    if (objects.length === 0) throw new StorageRefusal('noSuchKey', 'Object not found');
    return c.json({ message: 'Successfully deleted' }, 200);
  },
);

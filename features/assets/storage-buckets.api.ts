import { z } from '@hono/zod-openapi';
import { body, json, operation } from '../../server/http.ts';
import { Bucket, BucketChange, BucketSearch, DoneMessage, NewBucket } from './assets.schema.ts';
import {
  createBucket,
  emptyBucket,
  listBuckets,
  readBucket,
  removeBucket,
  updateBucketSettings,
} from './storage-buckets.commands.ts';
import { createStorageApi } from './storage-protocol.api.ts';

const params = z.object({ id: z.string() });
const messageResponse = { 200: json(DoneMessage, 'Done') };

const list = operation({
  method: 'get',
  path: '/storage/v1/bucket',
  who: 'admin',
  summary: 'List buckets',
  request: { query: BucketSearch },
  responses: { 200: json(z.array(Bucket), 'Buckets, by name unless sorted otherwise') },
});
const getBucket = operation({
  method: 'get',
  path: '/storage/v1/bucket/{id}',
  who: 'admin',
  summary: 'Get a bucket',
  request: { params },
  responses: { 200: json(Bucket, "The bucket's settings") },
});
const create = operation({
  method: 'post',
  path: '/storage/v1/bucket',
  who: 'admin',
  summary: 'Create a bucket',
  request: { body: body(NewBucket) },
  responses: { 200: json(z.object({ name: z.string() }), 'Created') },
});
const change = operation({
  method: 'put',
  path: '/storage/v1/bucket/{id}',
  who: 'admin',
  summary: 'Update a bucket',
  request: { params, body: body(BucketChange) },
  responses: messageResponse,
});
const emptyBucketOperation = operation({
  method: 'post',
  path: '/storage/v1/bucket/{id}/empty',
  who: 'admin',
  summary: 'Empty a bucket',
  request: { params },
  responses: messageResponse,
});
const remove = operation({
  method: 'delete',
  path: '/storage/v1/bucket/{id}',
  who: 'admin',
  summary: 'Delete an empty bucket',
  request: { params },
  responses: messageResponse,
});

export const bucketsApi = createStorageApi()
  .openapi(list, async (c) => c.json(await listBuckets(c.var.deps, c.req.valid('query')), 200))
  .openapi(getBucket, async (c) => c.json(await readBucket(c.var.deps, c.req.valid('param').id), 200))
  .openapi(create, async (c) => c.json({ name: await createBucket(c.var.deps, c.var.actor, c.req.valid('json')) }, 200))
  .openapi(change, async (c) => {
    await updateBucketSettings(c.var.deps, c.var.actor, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ message: 'Successfully updated' }, 200);
  })
  .openapi(emptyBucketOperation, async (c) => {
    await emptyBucket(c.var.deps, c.var.actor, c.req.valid('param').id);
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' }, 200);
  })
  .openapi(remove, async (c) => {
    await removeBucket(c.var.deps, c.var.actor, c.req.valid('param').id);
    return c.json({ message: 'Successfully deleted' }, 200);
  });

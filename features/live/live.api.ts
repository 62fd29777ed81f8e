import { z } from '@hono/zod-openapi';
import { createApi, operation } from '../../server/http.ts';
import { LiveFrame, PublicTopics } from './live.schema.ts';
import { openLiveStream, openPublicStream } from './live-hub.commands.ts';

const stream = {
  description: 'A stream of `greeting`, `change` and `bye` events',
  content: { 'text/event-stream': { schema: LiveFrame } },
};

const openStreamOperation = operation({
  method: 'get',
  path: '/api/live',
  who: 'user',
  summary: 'Stream revisions of everything you can see (SSE)',
  responses: { 200: stream },
});

const openPublicStreamOperation = operation({
  method: 'get',
  path: '/api/live/public',
  who: 'visitor',
  summary: 'Stream revisions of public listings (SSE)',
  request: { query: z.object({ topics: PublicTopics }) },
  responses: { 200: stream },
});

const answer = () =>
  new Response(null, { headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } });

export const liveApi = createApi()
  .openapi(openStreamOperation, async (c) => {
    const token = c.req.header('Authorization')!.replace(/^Bearer /i, '');
    c.set('stream', await openLiveStream(c.var.deps, c.var.actor!, token));
    return answer() as never;
  })
  .openapi(openPublicStreamOperation, (c) => {
    c.set('stream', openPublicStream(c.var.deps, c.req.valid('query').topics));
    return answer() as never;
  });

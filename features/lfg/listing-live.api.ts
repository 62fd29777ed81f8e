import { streamSSE } from 'hono/streaming';
import { createApi, operation } from '../../server/http.ts';
import { NEWS } from './lfg.commands.ts';
import { ListingNews } from './lfg.schema.ts';

/** Proxies close connections that say nothing; half a minute is the shortest of the usual limits. */
const HEARTBEAT_MS = 25_000;
/** News that a slow reader has not taken yet; beyond that they are better served by a fresh page. */
const WAITING = 200;

const live = operation({
  method: 'get',
  path: '/api/lfg/live',
  who: 'visitor',
  summary: 'Server-sent events: the ids of listings that were created, changed or went away',
  responses: {
    200: { description: 'A stream of `listing` events', content: { 'text/event-stream': { schema: ListingNews } } },
  },
});

export const lfgLiveApi = createApi().openapi(live, (c) => {
  const { bus } = c.var.deps;
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const waiting: string[] = [];
    let wake = () => {};
    const unsubscribe = bus.subscribe(NEWS, (news) => {
      const known = ListingNews.safeParse(news);
      if (!known.success || waiting.length >= WAITING) return;
      waiting.push(JSON.stringify(known.data));
      wake();
    });
    stream.onAbort(() => {
      unsubscribe();
      wake();
    });
    await stream.writeSSE({ event: 'hello', data: '', retry: 3000 });
    while (!stream.aborted && !stream.closed) {
      const next = waiting.shift();
      if (next) {
        await stream.writeSSE({ event: 'listing', data: next });
        continue;
      }
      let timer: NodeJS.Timeout | undefined;
      const beat = await new Promise<boolean>((resolve) => {
        wake = () => resolve(false);
        timer = setTimeout(() => resolve(true), HEARTBEAT_MS);
      });
      clearTimeout(timer);
      if (beat) await stream.write(': still here\n\n');
    }
    unsubscribe();
  }) as never;
});

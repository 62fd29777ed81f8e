import { reminderFileName } from '../../../content/site-pages/command-center-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { createApi, json, operation } from '../../../server/http.ts';
import { getStreams } from './streams.commands.ts';
import { formatReminderCalendar } from './streams.rules.ts';
import { Streams } from './streams.schema.ts';

const read = operation({
  method: 'get',
  path: '/api/streams',
  shows: [],
  who: 'visitor',
  summary: "Get our channels' live status and next stream nights",
  responses: { 200: json(Streams, 'Up to one minute old') },
});

const reminder = operation({
  method: 'get',
  path: '/api/streams/planet-crew-live.ics',
  who: 'visitor',
  summary: 'Get a daily stream reminder for a calendar',
  responses: {
    200: { description: 'A calendar file', content: { 'text/calendar': { schema: { type: 'string' } } } },
  },
});

export const streamsApi = createApi()
  .openapi(read, async (c) => c.json(await getStreams(c.var.deps), 200))
  .openapi(reminder, (c) => {
    const { deps } = c.var;
    return c.body(formatReminderCalendar(readerTranslator, deps.now(), deps.env.origin), 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${reminderFileName}"`,
    });
  });

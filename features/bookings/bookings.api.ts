import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { createApi, json, operation } from '../../server/http.ts';
import { longText } from '../../text/short-text.ts';
import { ByPlayerId } from '../accounts/player-id.schema.ts';
import { attachEvidence, readBooking, readEvidence } from './booking-views.commands.ts';
import * as messages from './bookings.messages.ts';
import { getSellerRecord } from './bookings.queries.ts';
import { BookingId, BookingView, SellerRecord } from './bookings.schema.ts';
import { coachingApi } from './coaching/coaching.api.ts';
import { hiresApi } from './hires.api.ts';
import { phoneCallsApi } from './phone-calls/phone-calls.api.ts';
import { reviewsApi } from './reviews/reviews.api.ts';

const getBooking = operation({
  method: 'get',
  path: '/api/bookings/{id}',
  who: 'user',
  summary: 'Get one of my bookings',
  request: { params: BookingId },
  responses: { 200: json(BookingView, 'The booking') },
});

const NOTE_MAX = 300;

const attach = operation({
  method: 'post',
  path: '/api/bookings/{id}/evidence',
  who: 'user',
  surface: 'own',
  summary: 'Attach a picture (at most 1 MB)',
  request: {
    params: BookingId,
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            picture: z
              .custom<File>((value) => value instanceof File, issueText(messages.pictureMissing))
              .openapi({ type: 'string', format: 'binary' }),
            note: longText(NOTE_MAX, { tooLong: issueText(messages.evidenceNoteTooLong, { max: NOTE_MAX }) }).default(
              '',
            ),
            gameNo: z.coerce.number().int().min(1).max(7).optional(),
          }),
        },
      },
    },
  },
  responses: { 200: json(z.object({ id: z.uuid() }), 'Kept') },
});

const getEvidence = operation({
  method: 'get',
  path: '/api/bookings/{id}/evidence/{picture}',
  who: 'user',
  summary: 'Get an attached picture',
  request: { params: BookingId.extend({ picture: z.uuid(issueText(messages.pictureIdInvalid)) }) },
  responses: { 200: { description: 'A picture', content: { 'image/webp': { schema: z.string() } } } },
});

const listPromises = operation({
  method: 'get',
  path: '/api/players/{id}/promises',
  who: 'visitor',
  summary: "Get a player's kept promises",
  request: { params: ByPlayerId },
  responses: { 200: json(SellerRecord, 'The receipt') },
});

export const bookingsApi = createApi()
  .openapi(getBooking, async (c) => c.json(await readBooking(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(attach, async (c) => {
    const { picture, note, gameNo } = c.req.valid('form');
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const input = { picture: bytes, note, gameNo: gameNo ?? null, signal: c.req.raw.signal };
    return c.json({ id: await attachEvidence(c.var.deps, c.var.actor!, c.req.valid('param').id, input) }, 200);
  })
  .openapi(getEvidence, async (c) => {
    const { id, picture } = c.req.valid('param');
    const bytes = await readEvidence(c.var.deps, c.var.actor!, id, picture);
    c.header('Cache-Control', 'private, no-store');
    return c.body(Buffer.from(bytes), 200, { 'Content-Type': 'image/webp' }) as never;
  })
  .openapi(listPromises, async (c) => c.json(await getSellerRecord(c.var.deps.reads, c.req.valid('param').id), 200))
  .route('/', hiresApi)
  .route('/', reviewsApi)
  .route('/', coachingApi)
  .route('/', phoneCallsApi);

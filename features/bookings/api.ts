import { z } from '@hono/zod-openapi';
import { coaches as coachFaces } from '../../content/coaches.ts';
import { body, createApi, json, operation } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { writeAudit } from '../deals/admin/queries.ts';
import { unassignedOrders } from '../deals/orders/queries.ts';
import {
  appointCoach,
  approveSession,
  calendarOf,
  callOffSession,
  chooseSession,
  moveSession,
  setCoachHours,
} from './coaching/commands.ts';
import { bookableCoaches, coachOfUser, daysOffOf } from './coaching/queries.ts';
import { answerHire, chooseHire, leaveHire, previewExit, reportGame } from './hires/commands.ts';
import { offerMyself } from './offers/commands.ts';
import { listOffers, offerOfPlayer } from './offers/queries.ts';
import { keptPromisesOf } from './queries.ts';
import {
  BookingView,
  CoachCalendar,
  CoachHours,
  ExitPreview,
  HIRE_PRICES,
  HIRE_ROLES,
  KeptPromises,
  OfferCard,
  OfferInput,
} from './schema.ts';
import { attachEvidence, readBooking, readCalendarFile, readEvidence } from './views/commands.ts';

const Id = z.object({ id: z.uuid('This is not the id of a booking.') });
const OrderId = z.object({ id: z.uuid('This is not the id of an order.') });
const CoachId = z.object({ id: z.string().max(64) });
const done = json(z.object({ done: z.literal(true) }), 'Done');
const Started = z.object({ bookingId: z.uuid() });
const PAGE = 24;
const OTHER = z.string().max(40);

const offers = operation({
  method: 'get',
  path: '/api/hire/offers',
  who: 'visitor',
  summary: 'Players who can be hired for seven games, newest first',
  request: {
    query: z.object({
      priceId: z.enum(HIRE_PRICES, 'There is no such tier.').optional(),
      role: z.enum(HIRE_ROLES, 'There is no such role.').optional(),
      region: OTHER.optional(),
      platform: OTHER.optional(),
      player: z.uuid('This is not the id of a player.').optional(),
      after: z.string().max(120).optional(),
    }),
  },
  responses: { 200: json(z.object({ offers: z.array(OfferCard), next: z.string().nullable() }), 'One page') },
});

const ownOffer = operation({
  method: 'get',
  path: '/api/hire/offer',
  who: 'user',
  summary: 'Your own offer, and the paid hires for which you have not picked a player',
  responses: {
    200: json(
      z.object({ offer: OfferInput.nullable(), unassigned: z.array(z.object({ id: z.uuid(), priceId: z.string() })) }),
      'Your offer',
    ),
  },
});

const saveOffer = operation({
  method: 'put',
  path: '/api/hire/offer',
  who: 'onboarded',
  summary: 'Offer yourself for seven games, or change or pause the offer',
  request: { body: body(OfferInput) },
  responses: { 200: done },
});

const choosePlayer = operation({
  method: 'post',
  path: '/api/hire/orders/{id}/player',
  who: 'user',
  summary: 'Pick the player of a hire that is paid',
  request: { params: OrderId, body: body(z.object({ playerId: z.uuid(), role: z.string().max(8) })) },
  responses: { 200: json(Started, 'The booking') },
});

const booking = operation({
  method: 'get',
  path: '/api/bookings/{id}',
  who: 'user',
  summary: 'A booking of yours',
  request: { params: Id },
  responses: { 200: json(BookingView, 'The booking') },
});

const answer = operation({
  method: 'post',
  path: '/api/bookings/{id}/answer',
  who: 'user',
  summary: 'Accept or decline a hire, as its player',
  request: { params: Id, body: body(z.object({ accept: z.boolean() })) },
  responses: { 200: done },
});

const game = operation({
  method: 'post',
  path: '/api/bookings/{id}/games',
  who: 'user',
  summary: 'Say that the next game was played',
  request: {
    params: Id,
    body: body(
      z.object({
        no: z.int().min(1).max(7),
        note: z.string().trim().max(300, 'Please keep to 300 characters.').default(''),
      }),
    ),
  },
  responses: { 200: done },
});

const exitPreview = operation({
  method: 'get',
  path: '/api/bookings/{id}/exit',
  who: 'user',
  summary: 'What ending the hire now would refund and release',
  request: { params: Id },
  responses: { 200: json(ExitPreview, 'The split') },
});

const exit = operation({
  method: 'post',
  path: '/api/bookings/{id}/exit',
  who: 'user',
  summary: 'End the hire now, with the refund that was shown',
  request: { params: Id, body: body(z.object({ refundCents: z.int().min(0) })) },
  responses: { 200: done },
});

const cancel = operation({
  method: 'post',
  path: '/api/bookings/{id}/cancel',
  who: 'user',
  summary: 'Call a session off before it starts',
  request: { params: Id },
  responses: { 200: done },
});

const move = operation({
  method: 'post',
  path: '/api/bookings/{id}/move',
  who: 'user',
  summary: 'Move a session to another half hour, with 24 hours notice',
  request: { params: Id, body: body(z.object({ startsAt: z.iso.datetime() })) },
  responses: { 200: done },
});

const confirm = operation({
  method: 'post',
  path: '/api/bookings/{id}/confirm',
  who: 'user',
  summary: 'Say that a session was given',
  request: { params: Id },
  responses: { 200: done },
});

const calendarEntry = operation({
  method: 'get',
  path: '/api/bookings/{id}/session.ics',
  who: 'user',
  summary: 'A session as a calendar entry',
  request: { params: Id },
  responses: { 200: { description: 'A calendar file', content: { 'text/calendar': { schema: z.string() } } } },
});

const attach = operation({
  method: 'post',
  path: '/api/bookings/{id}/evidence',
  who: 'user',
  summary: 'Attach a picture, at most 1 MB',
  request: {
    params: Id,
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: z.object({
            picture: z
              .custom<File>((value) => value instanceof File, 'Choose a picture.')
              .openapi({ type: 'string', format: 'binary' }),
            note: z.string().trim().max(300, 'Please keep to 300 characters.').default(''),
            gameNo: z.coerce.number().int().min(1).max(7).optional(),
          }),
        },
      },
    },
  },
  responses: { 200: json(z.object({ id: z.uuid() }), 'Kept') },
});

const evidence = operation({
  method: 'get',
  path: '/api/bookings/{id}/evidence/{picture}',
  who: 'user',
  summary: 'An attached picture',
  request: { params: Id.extend({ picture: z.uuid('This is not the id of a picture.') }) },
  responses: { 200: { description: 'A picture', content: { 'image/webp': { schema: z.string() } } } },
});

const promises = operation({
  method: 'get',
  path: '/api/players/{id}/promises',
  who: 'visitor',
  summary: 'What a player promised and kept',
  request: { params: z.object({ id: z.uuid('This is not the id of a player.') }) },
  responses: { 200: json(KeptPromises, 'The receipt') },
});

const coachList = operation({
  method: 'get',
  path: '/api/coaches',
  who: 'visitor',
  summary: 'Coaches who can be booked',
  responses: { 200: json(z.object({ bookable: z.array(z.string()) }), 'Their ids') },
});

const calendar = operation({
  method: 'get',
  path: '/api/coaches/{id}/calendar',
  who: 'visitor',
  summary: 'Free half hours of a coach in the next two weeks',
  request: { params: CoachId },
  responses: { 200: json(CoachCalendar, 'The calendar') },
});

const ownHours = operation({
  method: 'get',
  path: '/api/coaching/hours',
  who: 'user',
  summary: 'Your hours as a coach; null for everybody else',
  responses: {
    200: json(z.object({ coachId: z.string(), name: z.string(), settings: CoachHours }).nullable(), 'Your hours'),
  },
});

const saveHours = operation({
  method: 'put',
  path: '/api/coaching/hours',
  who: 'user',
  summary: 'Set your hours, zone and days off as a coach',
  request: { body: body(CoachHours) },
  responses: { 200: done },
});

const chooseHour = operation({
  method: 'post',
  path: '/api/coaching/orders/{id}/session',
  who: 'user',
  summary: 'Pick coach and half hour of a sprint that is paid',
  request: { params: OrderId, body: body(z.object({ coachId: z.string().max(64), startsAt: z.iso.datetime() })) },
  responses: { 200: json(Started, 'The booking') },
});

const appoint = operation({
  method: 'put',
  path: '/api/admin/coaches/{id}',
  who: 'admin',
  summary: 'Tie a coach to the account of the person behind the name',
  request: { params: CoachId, body: body(z.object({ userId: z.uuid(), timezone: z.string().max(64) })) },
  responses: { 200: done },
});

const ok = { done: true as const };

export const bookingsApi = createApi()
  .openapi(offers, async (c) => {
    const { after, ...filter } = c.req.valid('query');
    const [updatedAt, userId] = (after ?? '').split('|');
    const valid = updatedAt && userId && !Number.isNaN(Date.parse(updatedAt)) && z.uuid().safeParse(userId).success;
    if (after && !valid) throw new Refusal('invalid', 'This page marker is not one of ours.', 'after');
    const found = await listOffers(c.var.deps.reads, {
      ...filter,
      after: valid ? { updatedAt, userId } : undefined,
      limit: PAGE + 1,
    });
    const shown = found.slice(0, PAGE);
    const last = shown.at(-1);
    const next = found.length > PAGE && last ? `${last.updatedAt}|${last.userId}` : null;
    return c.json({ offers: shown.map(({ updatedAt: _at, ...card }) => card), next }, 200);
  })
  .openapi(ownOffer, async (c) => {
    const { userId } = c.var.actor!;
    const offer = await offerOfPlayer(c.var.deps.db, userId);
    const unassigned = await unassignedOrders(c.var.deps.db, userId, 'hire');
    const input = offer ? OfferInput.parse(offer) : null;
    return c.json({ offer: input, unassigned: unassigned.map(({ id, priceId }) => ({ id, priceId })) }, 200);
  })
  .openapi(saveOffer, async (c) => {
    await offerMyself(c.var.deps, c.var.actor!, c.req.valid('json'));
    return c.json(ok, 200);
  })
  .openapi(choosePlayer, async (c) => {
    const bookingId = await chooseHire(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ bookingId }, 200);
  })
  .openapi(booking, async (c) => c.json(await readBooking(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(answer, async (c) => {
    await answerHire(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').accept);
    return c.json(ok, 200);
  })
  .openapi(game, async (c) => {
    await reportGame(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json(ok, 200);
  })
  .openapi(exitPreview, async (c) => c.json(await previewExit(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(exit, async (c) => {
    await leaveHire(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').refundCents);
    return c.json(ok, 200);
  })
  .openapi(cancel, async (c) => {
    await callOffSession(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json(ok, 200);
  })
  .openapi(move, async (c) => {
    await moveSession(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').startsAt);
    return c.json(ok, 200);
  })
  .openapi(confirm, async (c) => {
    await approveSession(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json(ok, 200);
  })
  .openapi(calendarEntry, async (c) => {
    const file = await readCalendarFile(c.var.deps, c.var.actor!, c.req.valid('param').id);
    c.header('Content-Disposition', 'attachment; filename="coaching.ics"');
    return c.body(file, 200, { 'Content-Type': 'text/calendar; charset=utf-8' }) as never;
  })
  .openapi(attach, async (c) => {
    const { picture, note, gameNo } = c.req.valid('form');
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const input = { picture: bytes, note, gameNo: gameNo ?? null };
    return c.json({ id: await attachEvidence(c.var.deps, c.var.actor!, c.req.valid('param').id, input) }, 200);
  })
  .openapi(evidence, async (c) => {
    const { id, picture } = c.req.valid('param');
    const bytes = await readEvidence(c.var.deps, c.var.actor!, id, picture);
    c.header('Cache-Control', 'private, max-age=86400');
    return c.body(Buffer.from(bytes), 200, { 'Content-Type': 'image/webp' }) as never;
  })
  .openapi(promises, async (c) => c.json(await keptPromisesOf(c.var.deps.reads, c.req.valid('param').id), 200))
  .openapi(coachList, async (c) => c.json({ bookable: await bookableCoaches(c.var.deps.reads) }, 200))
  .openapi(calendar, async (c) => c.json(await calendarOf(c.var.deps, c.req.valid('param').id), 200))
  .openapi(ownHours, async (c) => {
    const coach = await coachOfUser(c.var.deps.db, c.var.actor!.userId);
    if (!coach) return c.json(null, 200);
    const { coachId, timezone, hours, active } = coach;
    const name = coachFaces.find((face) => face.id === coachId)?.name ?? coachId;
    const daysOff = await daysOffOf(c.var.deps.db, coachId);
    return c.json({ coachId, name, settings: { timezone, hours, active, daysOff } }, 200);
  })
  .openapi(saveHours, async (c) => {
    await setCoachHours(c.var.deps, c.var.actor!, c.req.valid('json'));
    return c.json(ok, 200);
  })
  .openapi(chooseHour, async (c) => {
    const bookingId = await chooseSession(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ bookingId }, 200);
  })
  .openapi(appoint, async (c) => {
    const { deps } = c.var;
    const coachId = c.req.valid('param').id;
    const input = c.req.valid('json');
    await deps.db.transaction(async (tx) => {
      await appointCoach(tx, deps, { coachId, ...input, hours: [] });
      const audit = { adminId: c.var.actor!.userId, action: 'appoint_coach', targetType: 'coach', targetId: coachId };
      await writeAudit(tx, { ...audit, after: input, at: deps.now() });
    });
    return c.json(ok, 200);
  });

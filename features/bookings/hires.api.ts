import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { formatPageCursor, parsePageCursor } from '../../paging/page-cursor.ts';
import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { longText } from '../../text/short-text.ts';
import { PlayerId } from '../accounts/player-id.schema.ts';
import { getFeePoints } from '../payments/orders/fees.rules.ts';
import { continueBannedHire } from './banned-sellers.commands.ts';
import * as messages from './bookings.messages.ts';
import { listUnassignedOrders } from './bookings.queries.ts';
import {
  BookingId,
  ExitPreview,
  HIRE_PRICES,
  HIRE_ROLES,
  OfferCard,
  OfferInput,
  OrderId,
  StartedBooking,
} from './bookings.schema.ts';
import { saveOwnOffer } from './hire-offers.commands.ts';
import { findOffer, listOffers } from './hire-offers.queries.ts';
import { answerHire, chooseHire, leaveHire, previewExit, reportGame } from './hires.commands.ts';

const PAGE_SIZE = 24;
const OTHER_MODE = z.string().max(40);
const NOTE_MAX = 300;

const listOfferPage = operation({
  method: 'get',
  path: '/api/hire/offers',
  shows: ['offers', 'players'],
  who: 'visitor',
  summary: 'List players for hire, newest first',
  request: {
    query: z.object({
      priceId: z.enum(HIRE_PRICES, issueText(messages.tierNotFound)).optional(),
      role: z.enum(HIRE_ROLES, issueText(messages.roleNotFound)).optional(),
      region: OTHER_MODE.optional(),
      platform: OTHER_MODE.optional(),
      player: PlayerId.optional(),
      after: z.string().max(120).optional(),
    }),
  },
  responses: { 200: json(z.object({ offers: z.array(OfferCard), next: z.string().nullable() }), 'One page') },
});

const getOwnOffer = operation({
  method: 'get',
  path: '/api/hire/offer',
  who: 'user',
  summary: 'Get my offer and paid hires without a player',
  responses: {
    200: json(
      z.object({
        offer: OfferInput.nullable(),
        feePoints: z.int(),
        unassigned: z.array(z.object({ id: z.uuid(), priceId: z.string() })),
      }),
      'My offer',
    ),
  },
});

const saveOffer = operation({
  method: 'put',
  path: '/api/hire/offer',
  who: 'onboarded',
  surface: 'offers',
  summary: 'Create, change or pause my offer',
  request: { body: body(OfferInput) },
  responses: { 200: DONE_RESPONSE },
});

const choosePlayer = operation({
  method: 'post',
  path: '/api/hire/orders/{id}/player',
  who: 'user',
  surface: 'booking-buyer',
  summary: 'Choose the player of a paid hire',
  request: { params: OrderId, body: body(z.object({ playerId: z.uuid(), role: z.string().max(8) })) },
  responses: { 200: json(StartedBooking, 'The booking') },
});

const answerHireRequest = operation({
  method: 'post',
  path: '/api/bookings/{id}/answer',
  who: 'user',
  surface: 'own',
  summary: 'Accept or decline a hire as its player',
  request: { params: BookingId, body: body(z.object({ accept: z.boolean() })) },
  responses: { 200: DONE_RESPONSE },
});

const reportGameOperation = operation({
  method: 'post',
  path: '/api/bookings/{id}/games',
  who: 'user',
  surface: 'own',
  summary: 'Confirm that the next game was played',
  request: {
    params: BookingId,
    body: body(
      z.object({
        no: z.int().min(1).max(7),
        note: longText(NOTE_MAX, { tooLong: issueText(messages.gameNoteTooLong, { max: NOTE_MAX }) }).default(''),
      }),
    ),
  },
  responses: { 200: DONE_RESPONSE },
});

const previewEarlyExit = operation({
  method: 'get',
  path: '/api/bookings/{id}/exit',
  who: 'user',
  summary: 'Preview refund and payout of ending a hire now',
  request: { params: BookingId },
  responses: { 200: json(ExitPreview, 'The split') },
});

const continueHire = operation({
  method: 'post',
  path: '/api/bookings/{id}/go-on',
  who: 'user',
  surface: 'own',
  summary: "Resume a hire on hold after the player's ban",
  request: { params: BookingId },
  responses: { 200: DONE_RESPONSE },
});

const endHireEarly = operation({
  method: 'post',
  path: '/api/bookings/{id}/exit',
  who: 'user',
  surface: 'own',
  summary: 'End a hire now with the refund shown',
  request: { params: BookingId, body: body(z.object({ refundCents: z.int().min(0) })) },
  responses: { 200: DONE_RESPONSE },
});

export const hiresApi = createApi()
  .openapi(listOfferPage, async (c) => {
    const { after, ...filter } = c.req.valid('query');
    const place = after ? parsePageCursor(after, '|') : undefined;
    if (after && !place) throw new Refusal('invalid', messages.pageMarkerInvalid, 'after');
    const offerPage = await listOffers(c.var.deps.reads, {
      ...filter,
      after: place && { updatedAt: place.at, userId: place.id },
      now: c.var.deps.now(),
      limit: PAGE_SIZE + 1,
      viewerId: c.var.actor?.userId,
    });
    const page = offerPage.slice(0, PAGE_SIZE);
    const lastRow = page.at(-1);
    const next =
      offerPage.length > PAGE_SIZE && lastRow
        ? formatPageCursor({ at: lastRow.updatedAt, id: lastRow.userId }, '|')
        : null;
    return c.json({ offers: page.map(({ updatedAt: _at, ...card }) => card), next }, 200);
  })
  .openapi(getOwnOffer, async (c) => {
    const { userId } = c.var.actor!;
    const offer = await findOffer(c.var.deps.db, userId);
    const unassignedOrders = await listUnassignedOrders(c.var.deps.db, userId, 'hire');
    const input = offer ? OfferInput.parse(offer) : null;
    return c.json({ offer: input, feePoints: getFeePoints('hire', userId), unassigned: unassignedOrders }, 200);
  })
  .openapi(saveOffer, (c) => respondDone(c, saveOwnOffer(c.var.deps, c.var.actor!, c.req.valid('json'))))
  .openapi(choosePlayer, async (c) => {
    const bookingId = await chooseHire(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ bookingId }, 200);
  })
  .openapi(answerHireRequest, (c) =>
    respondDone(c, answerHire(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').accept)),
  )
  .openapi(reportGameOperation, (c) =>
    respondDone(c, reportGame(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(previewEarlyExit, async (c) =>
    c.json(await previewExit(c.var.deps, c.var.actor!, c.req.valid('param').id), 200),
  )
  .openapi(continueHire, (c) => respondDone(c, continueBannedHire(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(endHireEarly, (c) =>
    respondDone(c, leaveHire(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').refundCents)),
  );

import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { formatPageCursor, parsePageCursor } from '../../../paging/page-cursor.ts';
import type { Deps } from '../../../server/deps.ts';
import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../../server/http.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIso } from '../../../time/instants.ts';
import { ByPlayerId } from '../../accounts/player-id.schema.ts';
import { ReportText } from '../../moderation/moderation.schema.ts';
import { LiveQuery } from '../../profiles/live-status/live-status.schema.ts';
import * as messages from '../bookings.messages.ts';
import { BookingId } from '../bookings.schema.ts';
import { reportReview, writeReview } from './reviews.commands.ts';
import { listReviewsAbout, type ReviewSubject } from './reviews.queries.ts';
import { ReviewInput, ReviewPage, SellerRatings } from './reviews.schema.ts';
import { listCoachRatings, listHireRatings } from './seller-ratings.commands.ts';

const PAGE_SIZE = 10;
const query = z.object({ after: z.string().max(120).optional() });
const ReviewId = z.object({ id: z.uuid(issueText(messages.reviewIdInvalid)) });

const write = operation({
  method: 'put',
  path: '/api/bookings/{id}/review',
  who: 'user',
  surface: 'reviews',
  summary: 'Write or change my review of a finished booking',
  request: { params: BookingId, body: body(ReviewInput) },
  responses: { 200: DONE_RESPONSE },
});

const report = operation({
  method: 'post',
  path: '/api/reviews/{id}/reports',
  who: 'user',
  surface: 'own',
  summary: 'Report a review to the moderators',
  request: { params: ReviewId, body: body(ReportText) },
  responses: { 200: json(z.object({ message: z.string() }), 'Reported') },
});

const listOfPlayer = operation({
  method: 'get',
  path: '/api/players/{id}/reviews',
  who: 'visitor',
  summary: 'List reviews of a hired player, newest first',
  request: { params: ByPlayerId, query },
  responses: { 200: json(ReviewPage, 'One page') },
});

const listOfCoach = operation({
  method: 'get',
  path: '/api/coaches/{id}/reviews',
  who: 'visitor',
  summary: 'List reviews of a coach, newest first',
  request: { params: z.object({ id: z.string().max(64) }), query },
  responses: { 200: json(ReviewPage, 'One page') },
});

const listHireRatingsOperation = operation({
  method: 'get',
  path: '/api/hire/standings',
  who: 'visitor',
  summary: 'List ratings, reply times and availability of sellers',
  request: { query: LiveQuery },
  responses: { 200: json(SellerRatings, 'One entry per player for hire') },
});

const listCoachReviews = operation({
  method: 'get',
  path: '/api/coaches/standings',
  who: 'visitor',
  summary: 'List ratings, reply times and availability of coaches',
  responses: { 200: json(SellerRatings, 'One entry per coach') },
});

type ReviewPageRequest = { after: string | undefined; viewerId: string | undefined };

async function loadPage(deps: Deps, subject: ReviewSubject, { after, viewerId }: ReviewPageRequest) {
  const place = after ? parsePageCursor(after, '|') : undefined;
  if (after && !place) throw new Refusal('invalid', messages.pageMarkerInvalid, 'after');
  const page = { now: deps.now(), limit: PAGE_SIZE + 1, viewerId, after: place };
  const rows = await listReviewsAbout(deps.reads, subject, page);
  const pageRows = rows.slice(0, PAGE_SIZE);
  const lastRow = pageRows.at(-1);
  return {
    reviews: pageRows.map(({ author_id, author_name, author_avatar, created_at, ...review }) => ({
      ...review,
      created_at: toIso(created_at),
      author: author_id === null ? null : { id: author_id, name: author_name ?? '', avatarPath: author_avatar },
    })),
    next: rows.length > PAGE_SIZE && lastRow ? formatPageCursor({ at: lastRow.created_at, id: lastRow.id }, '|') : null,
  };
}

export const reviewsApi = createApi()
  .openapi(write, (c) =>
    respondDone(c, writeReview(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(report, async (c) => {
    await reportReview(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.reviewReportedToast) }, 200);
  })
  .openapi(listOfPlayer, async (c) => {
    const page = { after: c.req.valid('query').after, viewerId: c.var.actor?.userId };
    return c.json(await loadPage(c.var.deps, { player: c.req.valid('param').id }, page), 200);
  })
  .openapi(listOfCoach, async (c) => {
    const page = { after: c.req.valid('query').after, viewerId: c.var.actor?.userId };
    return c.json(await loadPage(c.var.deps, { coach: c.req.valid('param').id }, page), 200);
  })
  .openapi(listHireRatingsOperation, async (c) =>
    c.json({ standings: await listHireRatings(c.var.deps, c.req.valid('query').ids) }, 200),
  )
  .openapi(listCoachReviews, async (c) => c.json({ standings: await listCoachRatings(c.var.deps) }, 200));

import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { body, createApi, json, operation } from '../../server/http.ts';
import { ByPlayerId } from '../accounts/player-id.schema.ts';
import { Report, ReportText } from '../moderation/moderation.schema.ts';
import {
  applyToListing,
  decideApplication,
  reportApplication,
  withdrawApplication,
} from './applications/applications.commands.ts';
import {
  closeListing,
  createListing,
  editListing,
  readListing,
  readListingsOf,
  renewListing,
  reopenListing,
  reportListingToModerators,
} from './lfg.commands.ts';
import * as messages from './lfg.messages.ts';
import {
  ApplyRequest,
  BrowsePage,
  BrowseQuery,
  Listing,
  ListingEdit,
  ListingOwnerSide,
  NewListing,
  OwnLfg,
} from './lfg.schema.ts';
import { browseListingPage } from './listing-browse.commands.ts';
import { createPartyFromListing, createSquadFromListing } from './listing-groups.commands.ts';
import { listingPictureApi } from './listing-picture.api.ts';
import { getListingOwnerView, readOwnListings } from './own-listings.commands.ts';

const Id = z.object({ id: z.uuid(issueText(messages.listingIdInvalid)) });
const ApplicationId = z.object({ id: z.uuid(issueText(messages.applicationIdInvalid)) });
const Done = z.object({ message: z.string() });
const done = json(Done, 'Done');

const browseListings = operation({
  method: 'get',
  path: '/api/lfg/listings',
  who: 'onboarded',
  summary: 'List open listings, filtered, newest or best fit first',
  request: { query: BrowseQuery },
  responses: { 200: json(BrowsePage, 'One page of listings') },
});

const create = operation({
  method: 'post',
  path: '/api/lfg/listings',
  who: 'onboarded',
  surface: 'lfg-owner',
  summary: 'Create a listing',
  request: { body: body(NewListing) },
  responses: { 200: json(Listing, 'The new listing') },
});

const read = operation({
  method: 'get',
  path: '/api/lfg/listings/{id}',
  shows: ['listings', 'players'],
  who: 'visitor',
  summary: 'Get a listing',
  request: { params: Id },
  responses: { 200: json(Listing, 'The listing') },
});

const listOfPlayer = operation({
  method: 'get',
  path: '/api/players/{id}/listings',
  who: 'visitor',
  summary: "List a player's open listings, newest first",
  request: { params: ByPlayerId },
  responses: { 200: json(z.object({ listings: z.array(Listing) }), "The player's listings") },
});

const readOwnLfg = operation({
  method: 'get',
  path: '/api/lfg/mine',
  who: 'user',
  summary: 'List my listings and applications',
  responses: { 200: json(OwnLfg, 'My listings and applications') },
});

const readOwnSide = operation({
  method: 'get',
  path: '/api/lfg/listings/{id}/mine',
  who: 'user',
  summary: 'Get my application to a listing, or its applicants',
  request: { params: Id },
  responses: { 200: json(ListingOwnerSide, 'My side of the listing') },
});

const edit = operation({
  method: 'put',
  path: '/api/lfg/listings/{id}',
  who: 'onboarded',
  surface: 'lfg-owner',
  summary: 'Edit my open listing',
  request: { params: Id, body: body(ListingEdit) },
  responses: { 200: json(Listing, 'The changed listing') },
});

const change = <const P extends string>(verb: P, surface: 'lfg-owner' | 'own', summary: string) =>
  operation({
    method: 'post',
    path: `/api/lfg/listings/{id}/${verb}`,
    who: 'onboarded',
    surface,
    summary,
    request: { params: Id },
    responses: { 200: done },
  });

const applyTo = operation({
  method: 'post',
  path: '/api/lfg/listings/{id}/apply',
  who: 'onboarded',
  surface: 'lfg-applicant',
  summary: 'Apply to a listing',
  request: { params: Id, body: body(ApplyRequest) },
  responses: { 200: done },
});

const report = operation({
  method: 'post',
  path: '/api/lfg/reports',
  who: 'onboarded',
  surface: 'own',
  summary: 'Report a listing',
  request: { body: body(Report) },
  responses: { 200: done },
});

const reportMessage = operation({
  method: 'post',
  path: '/api/lfg/applications/{id}/report',
  who: 'onboarded',
  surface: 'own',
  summary: "Report an applicant's message",
  request: { params: ApplicationId, body: body(ReportText) },
  responses: { 200: done },
});

const answer = <const P extends string>(verb: P, surface: 'lfg-owner' | 'own', summary: string) =>
  operation({
    method: 'post',
    path: `/api/lfg/applications/{id}/${verb}`,
    who: 'onboarded',
    surface,
    summary,
    request: { params: ApplicationId },
    responses: { 200: done },
  });

export const lfgApi = createApi()
  .openapi(browseListings, async (c) =>
    c.json(await browseListingPage(c.var.deps, c.var.actor!, c.req.valid('query')), 200),
  )
  .openapi(create, async (c) => {
    const id = await createListing(c.var.deps, c.var.actor!, c.req.valid('json'));
    return c.json(await readListing(c.var.deps, id), 200);
  })
  .openapi(listOfPlayer, async (c) => {
    const { id } = c.req.valid('param');
    return c.json({ listings: await readListingsOf(c.var.deps, id, c.var.actor?.userId) }, 200);
  })
  .openapi(readOwnLfg, async (c) => c.json(await readOwnListings(c.var.deps, c.var.actor!), 200))
  .openapi(read, async (c) => c.json(await readListing(c.var.deps, c.req.valid('param').id, c.var.actor), 200))
  .openapi(readOwnSide, async (c) =>
    c.json(await getListingOwnerView(c.var.deps, c.var.actor!, c.req.valid('param').id), 200),
  )
  .openapi(edit, async (c) => {
    const { id } = c.req.valid('param');
    await editListing(c.var.deps, c.var.actor!, id, c.req.valid('json'));
    return c.json(await readListing(c.var.deps, id), 200);
  })
  .openapi(change('close', 'own', 'Close my listing'), async (c) => {
    await closeListing(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.listingClosedToast) }, 200);
  })
  .openapi(change('reopen', 'lfg-owner', 'Reopen my listing shortly after closing it'), async (c) => {
    await reopenListing(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.listingReopenedToast) }, 200);
  })
  .openapi(change('renew', 'lfg-owner', 'Renew my listing for another 30 days'), async (c) => {
    await renewListing(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.listingRenewedToast) }, 200);
  })
  .openapi(change('party', 'lfg-owner', 'Turn my filled listing of three or four into a party'), async (c) => {
    await createPartyFromListing(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.partyMadeToast) }, 200);
  })
  .openapi(change('squad', 'lfg-owner', 'Turn my filled listing into a squad'), async (c) => {
    await createSquadFromListing(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.squadMadeToast) }, 200);
  })
  .openapi(applyTo, async (c) => {
    await applyToListing(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.applicationSentToast) }, 200);
  })
  .openapi(report, async (c) => {
    await reportListingToModerators(c.var.deps, c.var.actor!, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.listingReportedToast) }, 200);
  })
  .openapi(reportMessage, async (c) => {
    await reportApplication(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.messageReportedToast) }, 200);
  })
  .openapi(answer('accept', 'lfg-owner', 'Accept an applicant to my listing'), async (c) => {
    await decideApplication(c.var.deps, c.var.actor!, c.req.valid('param').id, 'accepted');
    return c.json({ message: readerTranslator(messages.acceptedToast) }, 200);
  })
  .openapi(answer('decline', 'own', 'Decline an applicant to my listing'), async (c) => {
    await decideApplication(c.var.deps, c.var.actor!, c.req.valid('param').id, 'declined');
    return c.json({ message: readerTranslator(messages.declinedToast) }, 200);
  })
  .openapi(answer('withdraw', 'own', 'Withdraw my application or leave my spot'), async (c) => {
    await withdrawApplication(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.applicationWithdrawnToast) }, 200);
  })
  .route('/', listingPictureApi);

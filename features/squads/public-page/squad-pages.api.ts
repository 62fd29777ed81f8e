import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { findLocale, SOURCE_LOCALE } from '../../../messages/locales.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { ReportText } from '../../moderation/moderation.schema.ts';
import {
  parsePictureFile,
  pictureResponses,
  SharePictureParams,
  sendPicture,
} from '../../profiles/profile-pictures/share-pictures.api.ts';
import { respondWithSquad } from '../squad-response.api.ts';
import * as messages from '../squads.messages.ts';
import { SquadRoom } from '../squads.schema.ts';
import { reportSquadPage } from './reported-pages.commands.ts';
import * as commands from './squad-pages.commands.ts';
import { PageConsent, SquadPage, SquadPages } from './squad-pages.schema.ts';

const ById = z.object({ id: z.uuid({ error: issueText(messages.squadNotFound) }) });

const list = operation({
  method: 'get',
  path: '/api/squad-pages',
  shows: ['players'],
  who: 'visitor',
  summary: 'List squads with a public page, newest page first',
  responses: { 200: json(SquadPages, 'Up to 500 squads') },
});

const read = operation({
  method: 'get',
  path: '/api/squad-pages/{id}',
  shows: ['players'],
  who: 'visitor',
  summary: "Get a squad's public page",
  request: { params: z.object({ id: z.uuid({ error: issueText(messages.noPublicPage) }) }) },
  responses: { 200: json(SquadPage, 'The squad and the members who chose to be named') },
});

const turnOn = operation({
  method: 'put',
  path: '/api/squads/{id}/page',
  who: 'member',
  surface: 'squads',
  summary: "Turn on your squad's public page",
  request: { params: ById },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const turnOff = operation({
  method: 'delete',
  path: '/api/squads/{id}/page',
  who: 'member',
  surface: 'own',
  summary: "Turn off your squad's public page",
  request: { params: ById },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const show = operation({
  method: 'put',
  path: '/api/squads/{id}/page/consent',
  who: 'member',
  surface: 'own',
  summary: "Show or hide yourself on your squad's public page",
  request: { params: ById, body: body(PageConsent) },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const report = operation({
  method: 'post',
  path: '/api/squad-pages/{id}/reports',
  who: 'user',
  surface: 'own',
  summary: "Report a squad's public page",
  request: { params: z.object({ id: z.uuid({ error: issueText(messages.noPublicPage) }) }), body: body(ReportText) },
  responses: { 200: json(z.object({ message: z.string() }), 'A moderator will review it') },
});

const picture = operation({
  method: 'get',
  path: '/og/squad/{file}',
  who: 'visitor',
  summary: "Get a squad page's link preview image",
  request: { params: SharePictureParams, query: z.object({ lang: z.string().optional() }) },
  responses: pictureResponses,
});

export const squadPagesApi = createApi()
  .openapi(list, async (c) => c.json({ pages: await commands.listSquadPages(c.var.deps) }, 200))
  .openapi(read, async (c) =>
    c.json(await commands.getSquadPage(c.var.deps, c.req.valid('param').id, c.var.actor?.userId), 200),
  )
  .openapi(report, async (c) => {
    await reportSquadPage(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.pageReportedToast) }, 200);
  })
  .openapi(turnOn, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.setPageEnabled(c.var.deps, c.var.actor!, id, true));
  })
  .openapi(turnOff, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.setPageEnabled(c.var.deps, c.var.actor!, id, false));
  })
  .openapi(show, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.setShownOnPage(c.var.deps, c.var.actor!, id, c.req.valid('json').shown));
  })
  .openapi(picture, async (c) => {
    const { deps } = c.var;
    const requestedLocale = findLocale(c.req.valid('query').lang);
    const locale = requestedLocale && deps.env.LANGUAGES.includes(requestedLocale) ? requestedLocale : SOURCE_LOCALE;
    const picture = await commands.getSquadPicture(deps, parsePictureFile(c.req.valid('param')), locale);
    // Short cache lifetime, so the name of a member who withdraws consent disappears quickly.
    return sendPicture(c, picture, 'max-age=60');
  });

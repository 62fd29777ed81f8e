import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { body, createApi, json, operation } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIso } from '../../time/instants.ts';
import { ByPlayerId } from '../accounts/player-id.schema.ts';
import { ReportText } from '../moderation/moderation.schema.ts';
import { blocksApi } from './blocks/blocks.api.ts';
import { contactsApi } from './contact-confirmation/contact-confirmation.api.ts';
import { cardDetailsApi } from './directory/card-details.api.ts';
import { directoryApi } from './directory/directory.api.ts';
import { facesApi } from './faces/faces.api.ts';
import { followsApi } from './follows/follows.api.ts';
import { getLookingColumn, type LookingColumn, mapFormats } from './group-formats.schema.ts';
import { liveApi } from './live-status/live-status.api.ts';
import { ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import { Gamertag, ProfileForm } from './profile-form.schema.ts';
import { picturesApi } from './profile-pictures/profile-pictures.api.ts';
import {
  addOwnGamertag,
  chooseClock,
  chooseLooking,
  publishProfile,
  recordArrival,
  reportPlayer,
  saveProfile,
  saveSection,
  setLanguage,
  setWeekStart,
} from './profiles.commands.ts';
import * as messages from './profiles.messages.ts';
import { findOwnProfile, findPublicProfile, getMemberState, type OwnRow } from './profiles.queries.ts';
import {
  Arrival,
  ArrivalResponse,
  ClockSettings,
  GroupFormat,
  LanguageSettings,
  Looking,
  LookingRequest,
  OwnProfile,
  OwnProfileStatus,
  ProfileStatus,
  PublicProfile,
  WeekStartSettings,
} from './profiles.schema.ts';
import { unpublishProfile } from './publication.commands.ts';

const me = operation({
  method: 'get',
  path: '/api/profiles/me',
  who: 'user',
  summary: 'Get my profile, including private fields',
  responses: { 200: json(OwnProfile, "Everything I've saved") },
});

const readStatus = operation({
  method: 'get',
  path: '/api/profiles/me/standing',
  who: 'user',
  whileLeaving: true,
  summary: 'Get my publication and onboarding status and my name',
  responses: { 200: json(OwnProfileStatus, 'My profile status') },
});

const save = operation({
  method: 'put',
  path: '/api/profiles/me',
  who: 'user',
  surface: 'own',
  summary: 'Save my profile and unpublish it',
  request: { body: body(ProfileForm) },
  responses: { 200: json(OwnProfile, 'The saved data') },
});

const SectionKey = z.enum(
  ONBOARDING_STEPS.map(({ key }) => key),
  issueText(messages.sectionNotFound),
);

const section = operation({
  method: 'put',
  path: '/api/profiles/me/sections/{section}',
  who: 'user',
  surface: 'own',
  summary: 'Save one section of my profile',
  request: { params: z.object({ section: SectionKey }), body: body(ProfileForm) },
  responses: { 200: json(OwnProfile, 'The saved profile, with other sections unchanged') },
});

const gamertag = operation({
  method: 'put',
  path: '/api/profiles/me/gamertag',
  who: 'user',
  surface: 'own',
  summary: 'Add a gamertag to my profile, so that squadmates can invite me',
  request: { body: body(Gamertag) },
  responses: { 200: json(OwnProfile, 'The saved profile') },
});

const publish = operation({
  method: 'post',
  path: '/api/profiles/me/publish',
  who: 'user',
  surface: 'own',
  summary: 'Publish my profile',
  responses: { 200: json(ProfileStatus, 'Published') },
});

const withdraw = operation({
  method: 'delete',
  path: '/api/profiles/me/publication',
  who: 'user',
  surface: 'own',
  summary: 'Unpublish my profile',
  responses: { 200: json(z.object({ message: z.string() }), 'Withdrawn') },
});

const looking = operation({
  method: 'put',
  path: '/api/profiles/me/looking/{kind}',
  who: 'user',
  surface: 'own',
  summary: "Set whether I'm looking for a squad or a pair",
  request: { params: z.object({ kind: GroupFormat }), body: body(LookingRequest) },
  responses: { 200: json(Looking, 'My choices for both') },
});

const clock = operation({
  method: 'put',
  path: '/api/profiles/me/clock',
  who: 'user',
  surface: 'own',
  summary: 'Choose my clock format',
  request: { body: body(ClockSettings) },
  responses: { 200: json(ClockSettings, 'The saved choice') },
});

const weekStart = operation({
  method: 'put',
  path: '/api/profiles/me/week-start',
  who: 'user',
  surface: 'own',
  summary: 'Choose the first day of my week',
  request: { body: body(WeekStartSettings) },
  responses: { 200: json(WeekStartSettings, 'The saved choice') },
});

const language = operation({
  method: 'put',
  path: '/api/profiles/me/language',
  who: 'user',
  surface: 'own',
  summary: 'Choose the language of my messages',
  request: { body: body(LanguageSettings) },
  responses: { 200: json(LanguageSettings, 'The saved choice') },
});

const arrival = operation({
  method: 'post',
  path: '/api/profiles/me/arrival',
  who: 'user',
  surface: 'own',
  summary: 'Ensure I have a profile after sign-in and get my status',
  request: { body: body(Arrival) },
  responses: { 200: json(ArrivalResponse, "Whether I'm published and have finished onboarding, and how I read times") },
});

const read = operation({
  method: 'get',
  path: '/api/profiles/{id}',
  shows: ['players'],
  who: 'visitor',
  summary: "Get a player's public profile",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(PublicProfile, 'What everyone can see') },
});

const report = operation({
  method: 'post',
  path: '/api/profiles/{id}/reports',
  who: 'user',
  surface: 'own',
  summary: 'Report a player to the moderators',
  request: { params: ByPlayerId, body: body(ReportText) },
  responses: { 200: json(z.object({ message: z.string() }), 'A moderator will review it') },
});

const toLooking = (row: OwnRow): Looking => mapFormats((format) => row[getLookingColumn(format)]);

const toOwnProfile = (row: OwnRow): OwnProfile => {
  const { twitch_id, look: _look, look_for_squad: _squad, look_for_pair: _pair, created_at, updated_at, ...rest } = row;
  rest satisfies Pick<OwnRow, 'id'> & { [Column in LookingColumn]?: never };
  rest satisfies Pick<OwnRow, 'id'> & { [Column in LookingColumn]?: never };
  return {
    ...rest,
    looking: toLooking(row),
    verified: twitch_id !== null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const profilesApi = createApi()
  .route('/', directoryApi)
  .route('/', liveApi)
  .route('/', cardDetailsApi)
  .route('/', facesApi)
  .route('/', picturesApi)
  .openapi(me, async (c) => {
    const row = await findOwnProfile(c.var.deps.db, c.var.actor!.userId);
    if (!row) throw new Refusal('not_found', messages.noProfile);
    return c.json(toOwnProfile(row), 200);
  })
  .openapi(readStatus, async (c) => c.json(await getMemberState(c.var.deps.db, c.var.actor!.userId), 200))
  .openapi(report, async (c) => {
    await reportPlayer(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.reported) }, 200);
  })
  .openapi(save, async (c) =>
    c.json(toOwnProfile(await saveProfile(c.var.deps, c.var.actor!, c.req.valid('json'))), 200),
  )
  .openapi(section, async (c) => {
    const { section: key } = c.req.valid('param');
    return c.json(toOwnProfile(await saveSection(c.var.deps, c.var.actor!, key, c.req.valid('json'))), 200);
  })
  .openapi(gamertag, async (c) =>
    c.json(toOwnProfile(await addOwnGamertag(c.var.deps, c.var.actor!, c.req.valid('json'))), 200),
  )
  .openapi(publish, async (c) => c.json(await publishProfile(c.var.deps, c.var.actor!), 200))
  .openapi(withdraw, async (c) => {
    await unpublishProfile(c.var.deps, c.var.actor!);
    return c.json({ message: readerTranslator(messages.unpublishedToast) }, 200);
  })
  .openapi(looking, async (c) => {
    const { kind } = c.req.valid('param');
    return c.json(toLooking(await chooseLooking(c.var.deps, c.var.actor!, kind, c.req.valid('json').choice)), 200);
  })
  .openapi(clock, async (c) => {
    const settings = c.req.valid('json');
    await chooseClock(c.var.deps, c.var.actor!, settings.clock_hours);
    return c.json(settings, 200);
  })
  .openapi(weekStart, async (c) => {
    const settings = c.req.valid('json');
    await setWeekStart(c.var.deps, c.var.actor!, settings.week_start);
    return c.json(settings, 200);
  })
  .openapi(language, async (c) => {
    const settings = c.req.valid('json');
    await setLanguage(c.var.deps, c.var.actor!, settings.language);
    return c.json(settings, 200);
  })
  .openapi(arrival, async (c) => {
    return c.json(await recordArrival(c.var.deps, c.var.actor!, c.req.valid('json').timezone), 200);
  })
  .route('/', blocksApi)
  .route('/', followsApi)
  .route('/', contactsApi)
  .openapi(read, async (c) => {
    const { id } = c.req.valid('param');
    // An invalid id in the URL is a missing page, not a bad request.
    const row = UUID.test(id) ? await findPublicProfile(c.var.deps.reads, id, c.var.actor?.userId) : undefined;
    if (!row) throw new Refusal('not_found', messages.profileNotFound);
    const { created_at, updated_at, ...rest } = row;
    rest satisfies Pick<OwnRow, 'id'> & { [Column in LookingColumn]?: never };
    rest satisfies Pick<OwnRow, 'id'> & { [Column in LookingColumn]?: never };
    return c.json({ ...rest, created_at: toIso(created_at), updated_at: toIso(updated_at) }, 200);
  });

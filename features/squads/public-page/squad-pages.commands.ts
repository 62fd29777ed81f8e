import { createHash } from 'node:crypto';
import { endpoints } from '../../../content/endpoints.ts';
import { withDeadlockRetry } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import { type Locale, SOURCE_LOCALE } from '../../../messages/locales.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { getTranslator } from '../../../messages/translators.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { subtractMs, toIso, toUtcDay } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import { enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { createPictureCache, type SharePicture } from '../../profiles/profile-pictures/share-pictures.commands.ts';
import { countPlayedSessions } from '../session-feedback/session-feedback.queries.ts';
import { createSquadMessage, nameMember } from '../squad-messages.wording.ts';
import { loadRosterWithPeople, lockCaptainSquad } from '../squads.commands.ts';
import * as messages from '../squads.messages.ts';
import { changeSquad, lockSquadOf } from '../squads.queries.ts';
import { drawSquadPicture } from './squad-pages.drawing.ts';
import * as queries from './squad-pages.queries.ts';
import { LOOKING_DAYS, listWantedPositions } from './squad-pages.rules.ts';
import type { SquadPage } from './squad-pages.schema.ts';

const MAX_LISTED = 500;

/**
 * Returns a squad's public page.
 * @param viewerId the signed-in viewer, to hide players they have a block with; undefined for server-rendered pages
 * @throws Refusal not_found when the page is off, the squad has ended, or its captain is banned
 */
export async function getSquadPage(deps: Deps, id: string, viewerId?: string): Promise<SquadPage> {
  const page = await loadSquadPage(deps, id, viewerId);
  const { locale } = readerTranslator;
  const language = locale === SOURCE_LOCALE ? '' : `&lang=${locale}`;
  return { ...page, picture: `${endpoints.squadPicture(id)}?v=${getPictureVersion(page)}${language}` };
}

async function loadSquadPage(deps: Deps, id: string, viewerId?: string): Promise<Omit<SquadPage, 'picture'>> {
  const row = await queries.findSquadWithPage(deps.reads, id, deps.now());
  if (!row) throw new Refusal('not_found', messages.noPublicPage);
  const roster = await queries.listMembersForPage(deps.reads, id, viewerId);
  const members = roster.flatMap(({ id: userId, display_name, avatar_path, position }) =>
    display_name === null
      ? []
      : [{ id: userId, display_name, avatar_path, position, captain: userId === row.captainId }],
  );
  const isRecruiting = await queries.hasInvitedFromPool(deps.reads, id, subtractMs(deps.now(), LOOKING_DAYS * DAY_MS));
  return {
    id: row.id,
    name: row.name,
    crest_seed: row.crestSeed,
    size: row.size,
    created_at: toIso(row.createdAt),
    members,
    others: roster.length - members.length,
    sessions_played: await countPlayedSessions(deps.reads, id),
    looking_for: isRecruiting ? listWantedPositions({ size: row.size, members: roster }) : null,
  };
}

const getPictureVersion = (page: object) =>
  createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 16);

/** Lists squads with a public page, for the sitemap. */
export async function listSquadPages(deps: Deps): Promise<{ id: string; since: string }[]> {
  const rows = await queries.listSquadsWithPages(deps.reads, deps.now(), MAX_LISTED);
  return rows.map(({ id, since }) => ({ id, since: toIso(since) }));
}

/**
 * Turns the squad's public page on or off on behalf of the captain. Turning it on sends the members a notification that
 * explains what the page shows.
 * @throws Refusal not_found for anyone outside the squad, forbidden for members who aren't the captain
 */
export async function setPageEnabled(deps: Deps, actor: Person, id: string, isOn: boolean): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockCaptainSquad(tx, actor, id);
    if ((row.pageSince !== null) === isOn) return;
    const now = deps.now();
    const rev = await changeSquad(tx, id, { pageSince: isOn ? now : null });
    if (!isOn) return;
    const { memberIds, people } = await loadRosterWithPeople(tx, id);
    const write = (t: Translator) => ({
      ...createSquadMessage(
        t,
        { ...row, rev },
        {
          title: lazyText(messages.pageOnTitle, { squad: row.name }),
          lines: [lazyText(messages.pageOnBy, { name: nameMember(t, people, actor.userId) }), messages.pageOnHint],
        },
      ),
      // Prevents email spam by turning the page off and on again.
      dedupeKey: `squad-page:${id}:${toUtcDay(now)}`,
    });
    const others = memberIds.filter((userId) => userId !== actor.userId);
    await enqueueNotifications(
      tx,
      deps,
      others.map((userId) => ({ userId, write })),
    );
  });
}

/**
 * Sets whether the page shows a member's name and face. Opting out is possible even while the page is off.
 * @throws Refusal not_found for anyone outside the squad, conflict when opting in while the page is off
 */
export async function setShownOnPage(deps: Deps, actor: Person, id: string, isShown: boolean): Promise<void> {
  await withDeadlockRetry(deps.db, async (tx) => {
    const row = await lockSquadOf(tx, id, actor.userId);
    if (!row) throw new Refusal('not_found', messages.squadNotFound);
    if (isShown && row.pageSince === null) throw new Refusal('conflict', messages.pageIsOff);
    await queries.setMemberShown(tx, id, actor.userId, isShown);
  });
}

const drawCached = createPictureCache();

/**
 * Returns a squad's Open Graph image, redrawn when its content has changed.
 * @param locale the language in the image's address, because the programs that fetch the image don't send the reader's
 * language
 * @throws Refusal not_found when its page is off
 */
export async function getSquadPicture(deps: Deps, id: string, locale: Locale): Promise<SharePicture> {
  const page = await loadSquadPage(deps, id);
  return drawCached(deps, {
    id: `${id} ${locale}`,
    version: getPictureVersion(page),
    draw: () => drawSquadPicture(getTranslator(locale), page),
  });
}

import { randomBytes } from 'node:crypto';
import { endpoints } from '../../../content/endpoints.ts';
import { type Db, withDeadlockRetry } from '../../../db/database.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { subtractMs } from '../../../time/instants.ts';
import { DAY_MS } from '../../../time/units.ts';
import { getRecipientTranslator } from '../../notifications/recipient-language.commands.ts';
import * as messages from '../squads.messages.ts';
import { findMemberSquad, listSquads } from '../squads.queries.ts';
import { listSubstitutions } from '../substitutes/substitutes.queries.ts';
import * as queries from './squad-calendars.queries.ts';
import { formatClosedCalendar, formatSessionsCalendar } from './squad-session-calendar.wording.ts';
import { listCalendarSessions } from './squad-sessions.commands.ts';

const SECRET_BYTES = 24;
/** Days for which calendars include past sessions and report cancellations. */
const HISTORY_DAYS = 30;

/** Returns a calendar's path; null when it has no address. */
export async function findCalendarPath(db: Db, owner: queries.CalendarOwner): Promise<string | null> {
  const secret = await queries.findCalendarSecret(db, owner);
  return secret && endpoints.squadCalendar(secret);
}

/**
 * Creates a new calendar address for a player's sessions in one squad, or in all their squads. The previous address
 * stops working.
 * @throws Refusal not_found when the player isn't in the squad
 */
export async function renewCalendar(deps: Deps, { userId }: Person, squadId: string | null): Promise<void> {
  if (squadId !== null && !(await findMemberSquad(deps.db, squadId, userId)))
    throw new Refusal('not_found', messages.squadNotFound);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await withDeadlockRetry(deps.db, async (tx) => {
    await queries.deleteCalendar(tx, { userId, squadId });
    await queries.insertCalendar(tx, { secret, userId, squadId, createdAt: deps.now() });
  });
}

/**
 * Revokes a calendar address.
 * @throws Refusal not_found when the player isn't in the squad, in which case the address shows nothing anyway
 */
export async function revokeCalendar(deps: Deps, { userId }: Person, squadId: string | null): Promise<void> {
  if (squadId !== null && !(await findMemberSquad(deps.db, squadId, userId)))
    throw new Refusal('not_found', messages.squadNotFound);
  await queries.deleteCalendar(deps.db, { userId, squadId });
}

/** Lists the sessions where the player is a substitute, for the calendar of all their squads. */
async function listSubstituteSessions(t: Translator, deps: Deps, { userId, since }: { userId: string; since: Date }) {
  const rows = await listSubstitutions(deps.db, userId, { since, calledOff: true });
  const ownSessionIds = new Set(rows.filter(({ row }) => row.state !== 'asked').map(({ session }) => session.id));
  const squads = [...new Map(rows.map(({ squad }) => [squad.id, squad])).values()];
  return (await listCalendarSessions(t, deps, squads, { userId, since }))
    .filter(({ id }) => ownSessionIds.has(id))
    .map((session) => ({ ...session, guest: true }));
}

/**
 * Returns a calendar's sessions, from its owner's current squads, as an iCalendar file in the owner's language. If the
 * address is revoked or unknown, or its owner left the squad, returns an empty calendar instead of an error, because
 * calendar apps hide errors and keep the old entries.
 */
export async function getCalendarFeed(deps: Deps, secret: string): Promise<string> {
  const owner = await queries.findCalendarOwner(deps.db, secret);
  const now = deps.now();
  if (!owner) return formatClosedCalendar(readerTranslator, now);
  const t = await getRecipientTranslator(deps.db, owner.userId);
  const squads = (await listSquads(deps.db, owner.userId)).filter(({ id }) => !owner.squadId || id === owner.squadId);
  if (owner.squadId && squads.length === 0) return formatClosedCalendar(t, now);
  const since = subtractMs(now, HISTORY_DAYS * DAY_MS);
  const reader = { userId: owner.userId, since };
  const sessions = await listCalendarSessions(t, deps, squads, reader);
  if (!owner.squadId) sessions.push(...(await listSubstituteSessions(t, deps, reader)));
  const name = owner.squadId ? t(messages.squadCalendar, { squad: squads[0]!.name }) : t(messages.allSquadsCalendar);
  return formatSessionsCalendar(t, sessions, name, { origin: deps.env.origin, now });
}

import { sql } from 'drizzle-orm';
import { paths } from '../../../content/paths.ts';
import { prepareStatementFor, toJsonText } from '../../../db/prepared-statements.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { type Deps, type Person, resolvePort } from '../../../server/deps.ts';
import { addMs, toIso, toIsoOrNull } from '../../../time/instants.ts';
import { HOUR_MS } from '../../../time/units.ts';
import { getVisibleStatus } from '../../lfg/lfg.rules.ts';
import { pendingActionSources } from '../../notifications/pending-actions.commands.ts';
import { selectPendingActions, toPendingAction } from '../../notifications/pending-actions.queries.ts';
import type { PendingAction, PendingActionOf } from '../../notifications/pending-actions.schema.ts';
import { resolvePlanFromFacts } from '../../payments/current-plan.commands.ts';
import { selectOrdersPaying } from '../../payments/money.commands.ts';
import { findMissingMatchField } from '../../profiles/profiles.rules.ts';
import { getCheckInStart } from '../../squads/sessions/squad-sessions.rules.ts';
import { threadSubjects } from '../../threads/thread-subjects.commands.ts';
import { createDashboardStatement, type DashboardRead } from './dashboard.queries.ts';
import { compareByDeadline, computeProfileCompletion, listFirstSteps } from './dashboard.rules.ts';
import type { Dashboard, WaitingRow } from './dashboard.schema.ts';
import { formatWaiting, type ThreadLabels } from './waiting.wording.ts';

/** Period that counts as "tonight", from any time of day. */
const TONIGHT_MS = 18 * HOUR_MS;

const getDashboard = prepareStatementFor<Deps, { userId: string; now: string; tonight: string }, { facts: string }>(
  (parameters, deps) => {
    const { userId } = parameters;
    const [now, tonight] = [sql`${parameters.now}::timestamptz`, sql`${parameters.tonight}::timestamptz`];
    const pendingActions = selectPendingActions(resolvePort(deps, pendingActionSources), userId, now);
    return toJsonText(
      createDashboardStatement(
        { userId, now, tonight },
        { waiting: pendingActions, paidTo: selectOrdersPaying(deps, userId) },
      ),
    );
  },
);

/** Returns everything a player's dashboard shows, computed on each request. */
export async function toDashboard(deps: Deps, actor: Person): Promise<Dashboard> {
  const { userId } = actor;
  const now = deps.now();
  const [row] = await getDashboard(deps, deps.db, { userId, now: toIso(now), tonight: toIso(addMs(now, TONIGHT_MS)) });
  const { inbox, playing, squads, listings, ...read }: DashboardRead = JSON.parse(row!.facts);
  const [profile] = read.profile;
  const [ticket] = read.ticket;
  const pendingActions = read.waiting.map(toPendingAction);
  const unread = new Map(pendingActions.filter(isMessages).map(({ thing, facts }) => [thing, facts.unread]));
  return {
    displayName: read.name,
    avatarUrl: profile?.avatar_path ?? null,
    hasProfile: profile !== undefined,
    published: profile?.published ?? false,
    isAdmin: read.admin,
    plan: await resolvePlanFromFacts(deps, userId, read, now),
    squadsJoined: read.joined,
    matchesPlayed: read.played,
    profileComplete: computeProfileCompletion(profile),
    activity: inbox.map(({ id, title, address, created_at }) => ({
      id,
      title,
      path: address,
      createdAt: toIso(created_at),
    })),
    waiting: await listRows(deps, actor, pendingActions),
    firstSteps: profile?.published ? null : listFirstSteps(profile),
    missing: profile?.published ? findMissingMatchField(profile) : null,
    tonight: {
      sessions: playing.map(({ squad_id, guest, ...one }) => ({
        ...one,
        path: guest ? paths.session(one.id) : paths.squad(squad_id),
        starts_at: toIso(one.starts_at),
        check_in_from: toIso(getCheckInStart(new Date(one.starts_at))),
      })),
      queue: ticket ? { kind: ticket.kind, since: toIso(ticket.since), found: ticket.found } : null,
    },
    squads: squads.map((squad) => ({
      ...squad,
      next_at: toIsoOrNull(squad.next_at),
      unread: unread.get(squad.id) ?? 0,
    })),
    bans: read.bans,
    listings: (read.hidden ? [] : listings)
      .filter((one) => getVisibleStatus({ status: one.status, expiresAt: new Date(one.expires_at) }, now) === 'active')
      .map(({ id, title, pending, expires_at }) => ({ id, title, pending, expires_at: toIso(expires_at) })),
    applicationsPending: read.applications,
    ordersUnderWay: read.orders,
    coachedAhead: read.coached,
  };
}

const isMessages = (row: PendingAction): row is PendingActionOf<'messages'> => row.kind === 'messages';

/** Builds the rows of pending actions, the nearest deadline first. */
async function listRows(deps: Deps, actor: Person, pendingActions: PendingAction[]): Promise<WaitingRow[]> {
  const threads = await toThreadRows(deps, actor, pendingActions.filter(isMessages));
  // A chat about something deleted can't be opened, so it isn't pending.
  const openable = pendingActions.filter((row) => row.kind !== 'messages' || threads.has(row.thing));
  return compareByDeadline(openable).map((row) => {
    const { title, at, label, path } = formatWaiting(readerTranslator, row, threads.get(row.thing));
    return {
      kind: row.kind,
      id: row.thing,
      title,
      at: toIsoOrNull(at),
      until: toIsoOrNull(row.until),
      action: { label, path },
      check_in:
        row.kind === 'check_in'
          ? { squad_id: row.thing, session_id: row.facts.session_id, version: row.facts.version }
          : null,
    };
  });
}

/** Returns the threads with unread messages, by their subject. Runs a query only if there are any. */
async function toThreadRows(
  deps: Deps,
  { userId }: Person,
  messages: PendingActionOf<'messages'>[],
): Promise<Map<string, ThreadLabels>> {
  const kinds = [...Map.groupBy(messages, ({ facts }) => facts.of)];
  const found = await Promise.all(
    kinds.map(([kind, threadsOfKind]) =>
      resolvePort(deps, threadSubjects)[kind](
        deps.db,
        threadsOfKind.map(({ thing }) => thing),
        deps.now(),
      ),
    ),
  );
  return new Map(
    found.flatMap((subjects) =>
      [...subjects].flatMap(([id, { title, path, guests }]) => {
        const ownPath = guests?.get(userId) ?? path;
        return ownPath ? [[id, { title: title(readerTranslator), path: ownPath }] as const] : [];
      }),
    ),
  );
}

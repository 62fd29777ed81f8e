import type { Db } from '../../../db/database.ts';
import { english, lazyText } from '../../../messages/lazy-text.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import * as messages from '../accounts.messages.ts';
import { getNetwork } from '../networks.rules.ts';
import { consumeUserLimit } from '../rate-limits.commands.ts';
import { describeDevice, translateDevice } from '../sessions/sessions.rules.ts';
import { getCurrentVisit } from '../sessions/visits.commands.ts';
import {
  deleteOldEvents,
  type EventRow,
  insertEvent,
  listEvents,
  readSignInHistory,
} from './security-events.queries.ts';
import { computeMarks, type EventOrigin, getCountingHour, isSignIn, parseCountry } from './security-events.rules.ts';
import {
  EVENT_KINDS,
  type EventAction,
  type EventKind,
  type Mark,
  type SecurityActivity,
  type SecurityActivityQuery,
  type SecurityEventLine,
} from './security-events.schema.ts';
import { formatEvent, formatPlace } from './security-events.wording.ts';

const PAGE_SIZE = 20;
const NOISE_DAYS = 90;
const SIGN_IN_DAYS = 400;
const MAX_REPORTS = 100;
const NO_HISTORY = { countries: false, sameCountry: false, networks: false, sameNetwork: false };

/** Returns the device, described in English, and the approximate location of the current request. */
export function getCurrentOrigin(): EventOrigin {
  const { userAgent, ip, place } = getCurrentVisit();
  return {
    device: userAgent ? describeDevice(english, userAgent) : null,
    network: getNetwork(ip),
    country: parseCountry(place),
  };
}

/**
 * Records a security event that the server observed, with the request's device and approximate location.
 * @param method how it happened, if the action has several ways
 * @param from the origin of the request that caused the event, if it isn't the current request
 */
export async function recordEvent(
  db: Db,
  deps: Deps,
  userId: string,
  { action, method, from = getCurrentOrigin() }: { action: EventAction; method?: string; from?: EventOrigin },
): Promise<void> {
  const kind = EVENT_KINDS[action];
  const history = isSignIn(action) ? await readSignInHistory(db, userId, from) : NO_HISTORY;
  await insertEvent(db, {
    ...from,
    userId,
    action,
    kind,
    resourceType: 'authentication',
    success: kind !== 'failure',
    metadata: method ? { method } : {},
    marks: computeMarks(action, from, history),
    slot: getCountingHour(kind, deps.now()),
    createdAt: deps.now(),
  });
}

type Report = { action: string; resource_type: string; success: boolean; metadata: Record<string, unknown> };

/**
 * Records an event that a browser reports. The event is marked as a browser's report, because it's only as reliable as
 * the browser.
 * @throws Refusal too_many
 */
export async function recordReport(deps: Deps, actor: Actor, report: Report, requestId: string): Promise<void> {
  await consumeUserLimit(deps, 'securityReports', actor.userId, (wait) =>
    lazyText(messages.tooManySecurityReports, { wait }),
  );
  // The session determines the user, so drop the client's claims about it.
  const { user_id: _id, email: _email, ...metadata } = report.metadata;
  await insertEvent(deps.db, {
    ...getCurrentOrigin(),
    userId: actor.userId,
    action: report.action,
    kind: 'report',
    resourceType: report.resource_type,
    success: report.success,
    metadata,
    requestId,
    slot: getCountingHour('report', deps.now()),
    createdAt: deps.now(),
  });
}

const KINDS: Record<SecurityActivityQuery['show'], EventKind[]> = {
  all: ['change', 'sign_in'],
  changes: ['change'],
  failures: ['failure'],
  reports: ['report'],
};

function toSecurityEvent(t: Translator, row: EventRow): SecurityEventLine {
  return {
    id: row.id,
    kind: row.kind,
    action: row.action,
    words: row.kind === 'report' ? row.action : formatEvent(t, row.action, row.metadata.method),
    device: row.device && translateDevice(t, row.device),
    place: formatPlace(t, row.country, row.network),
    times: row.times,
    marks: row.marks as Mark[],
    created_at: (row.lastAt ?? row.createdAt).toISOString(),
  };
}

/** Returns a page of a user's security activity in the reader's language, newest first. */
export async function readSecurityActivity(
  deps: Deps,
  t: Translator,
  userId: string,
  { show, before }: SecurityActivityQuery,
): Promise<SecurityActivity> {
  const rows = await listEvents(deps.db, userId, { kinds: KINDS[show], before, limit: PAGE_SIZE + 1 });
  const lines = rows.slice(0, PAGE_SIZE).map((row) => toSecurityEvent(t, row));
  return { lines, before: rows.length > PAGE_SIZE ? lines.at(-1)!.id : null };
}

/** Deletes old low-value events. Entries about changes stay as long as their account. */
export async function deleteOldSecurityEvents(deps: Deps): Promise<void> {
  const getTimeDaysAgo = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  const bounds = {
    noiseBefore: getTimeDaysAgo(NOISE_DAYS),
    signInsBefore: getTimeDaysAgo(SIGN_IN_DAYS),
    reports: MAX_REPORTS,
  };
  await deleteOldEvents(deps.db, bounds);
}

import { type SQL, sql } from 'drizzle-orm';
import { toJsonList } from '../../../db/prepared-statements.ts';
import { countUpcomingCoachingSql } from '../../bookings/coaching/coaching.queries.ts';
import { type PlanFacts, planFactsSql } from '../../deals/entitlements.queries.ts';
import { countOrdersUnderWaySql } from '../../deals/orders/orders.queries.ts';
import { countPendingSql } from '../../lfg/applications/applications.queries.ts';
import { listOwnListings, type OwnListingRow } from '../../lfg/lfg.queries.ts';
import { matchesPlayed } from '../../matches/match-feedback/match-feedback.queries.ts';
import { hasAdminRoleSql } from '../../moderation/admins.queries.ts';
import { countBansOf, isBannedNow } from '../../moderation/bans.queries.ts';
import { type InboxRow, selectNewestMessages } from '../../notifications/notifications.queries.ts';
import type { PendingActionRow } from '../../notifications/pending-actions.queries.ts';
import { memberName } from '../../profiles/player-views.queries.ts';
import { filledIn, type OwnRow } from '../../profiles/profiles.queries.ts';
import { type TicketRow, ticketInShort } from '../../queue/queue.queries.ts';
import { sessionsPlayed } from '../../squads/session-feedback/session-feedback.queries.ts';
import {
  type PlayedTonight,
  type SquadAhead,
  sessionsToPlay,
  squadsAhead,
} from '../../squads/sessions/squad-sessions.queries.ts';
import { squadsEverIn } from '../../squads/squads.queries.ts';

const NEWEST = 5;
/** Listings that are looked through for those that players can see. */
const LISTINGS = 30;

/** What the dashboard reads of one person; instants are text. */
export type DashboardRead = PlanFacts & {
  name: string | null;
  admin: boolean;
  profile: OwnRow[];
  inbox: InboxRow[];
  waiting: PendingActionRow[];
  playing: PlayedTonight[];
  ticket: { kind: TicketRow['kind']; since: string; found: number }[];
  squads: SquadAhead[];
  bans: number;
  hidden: boolean;
  listings: OwnListingRow[];
  joined: number;
  played: number;
  applications: number;
  orders: number;
  /** Half hours that are booked with them; null for who is no coach. */
  coached: number | null;
};

/**
 * Everything that the dashboard shows, as one statement.
 * @param waiting what waits for them, as a source of rows
 * @param paidTo subqueries for the ids of orders whose money is theirs
 */
export const dashboardStatement = (
  { userId, now, tonight }: Record<'userId' | 'now' | 'tonight', SQL>,
  { waiting, paidTo }: { waiting: SQL; paidTo: SQL[] },
): SQL => sql`
  select ${memberName(userId)} as name, ${hasAdminRoleSql(userId)} as admin, ${planFactsSql(userId)},
         ${toJsonList(filledIn(userId))} as profile, ${toJsonList(selectNewestMessages(userId, sql`${NEWEST}`))} as inbox,
         ${toJsonList(sql`select * from ${waiting} w`)} as waiting,
         ${toJsonList(sessionsToPlay(userId, { from: now, until: tonight }))} as playing,
         ${toJsonList(ticketInShort(userId))} as ticket, ${toJsonList(squadsAhead(userId, now))} as squads,
         ${countBansOf(userId, now)} as bans, ${isBannedNow(userId, 'listing', now)} as hidden,
         ${toJsonList(listOwnListings(userId, LISTINGS))} as listings, ${squadsEverIn(userId)} as joined,
         ${matchesPlayed(userId)} + ${sessionsPlayed(userId)} as played,
         ${countPendingSql(userId, now)} as applications, ${countOrdersUnderWaySql(userId, paidTo)} as orders,
         ${countUpcomingCoachingSql(userId, now)} as coached`;

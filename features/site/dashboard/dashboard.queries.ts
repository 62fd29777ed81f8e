import { type SQL, sql } from 'drizzle-orm';
import { toJsonList } from '../../../db/prepared-statements.ts';
import { countUpcomingCoachingSql } from '../../bookings/coaching/coaching.queries.ts';
import { countPendingSql } from '../../lfg/applications/applications.queries.ts';
import { type OwnListingRow, selectOwnListings } from '../../lfg/lfg.queries.ts';
import { selectPlayedMatchCount } from '../../matches/match-feedback/match-feedback.queries.ts';
import { hasAdminRoleSql } from '../../moderation/admins.queries.ts';
import { countBansOf, isBannedNow } from '../../moderation/bans.queries.ts';
import { type InboxRow, selectNewestMessages } from '../../notifications/notifications.queries.ts';
import type { PendingActionRow } from '../../notifications/pending-actions.queries.ts';
import { type PlanFacts, planFactsSql } from '../../payments/entitlements.queries.ts';
import { countUnsettledOrdersSql } from '../../payments/orders/orders.queries.ts';
import { selectMemberName } from '../../profiles/player-views.queries.ts';
import { type OwnRow, selectFilledFields } from '../../profiles/profiles.queries.ts';
import { selectTicketSummary, type TicketRow } from '../../queue/queue.queries.ts';
import { countSessionsPlayed } from '../../squads/session-feedback/session-feedback.queries.ts';
import {
  type SquadUpcomingRow,
  selectSessionsToPlay,
  selectSquadsWithUpcoming,
  type TonightSessionRow,
} from '../../squads/sessions/squad-sessions.queries.ts';
import { countSquadsEverIn } from '../../squads/squads.queries.ts';

const NEWEST_COUNT = 5;
/** Maximum number of listings to check for visibility to others. */
const LISTING_COUNT = 30;

/** The dashboard's data for one player. Times are text. */
export type DashboardRead = PlanFacts & {
  name: string | null;
  admin: boolean;
  profile: OwnRow[];
  inbox: InboxRow[];
  waiting: PendingActionRow[];
  playing: TonightSessionRow[];
  ticket: { kind: TicketRow['kind']; since: string; found: number }[];
  squads: SquadUpcomingRow[];
  bans: number;
  hidden: boolean;
  listings: OwnListingRow[];
  joined: number;
  played: number;
  applications: number;
  orders: number;
  /** Half hours booked with the player; null unless they coach. */
  coached: number | null;
};

/**
 * Builds a single statement for everything the dashboard shows.
 * @param waiting the player's pending actions, as a source of rows
 * @param paidTo subqueries for the ids of orders that pay the player
 */
export const createDashboardStatement = (
  { userId, now, tonight }: Record<'userId' | 'now' | 'tonight', SQL>,
  { waiting, paidTo }: { waiting: SQL; paidTo: SQL[] },
): SQL => sql`
  select ${selectMemberName(userId)} as name, ${hasAdminRoleSql(userId)} as admin, ${planFactsSql(userId)},
         ${toJsonList(selectFilledFields(userId))} as profile, ${toJsonList(selectNewestMessages(userId, sql`${NEWEST_COUNT}`))} as inbox,
         ${toJsonList(sql`select * from ${waiting} w`)} as waiting,
         ${toJsonList(selectSessionsToPlay(userId, { from: now, until: tonight }))} as playing,
         ${toJsonList(selectTicketSummary(userId))} as ticket, ${toJsonList(selectSquadsWithUpcoming(userId, now))} as squads,
         ${countBansOf(userId, now)} as bans, ${isBannedNow(userId, 'listing', now)} as hidden,
         ${toJsonList(selectOwnListings(userId, LISTING_COUNT))} as listings, ${countSquadsEverIn(userId)} as joined,
         ${selectPlayedMatchCount(userId)} + ${countSessionsPlayed(userId)} as played,
         ${countPendingSql(userId, now)} as applications, ${countUnsettledOrdersSql(userId, paidTo)} as orders,
         ${countUpcomingCoachingSql(userId, now)} as coached`;

import type { Reader } from '../../matcher/run.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toIsoOrNull } from '../../time/instants.ts';
import { toTimePreferences } from '../../time/reader-times.ts';
import { createExplanationReader, explainStoredFacts } from '../matches/explanations.wording.ts';
import { isAdmin } from '../moderation/admins.queries.ts';
import { findDisputeOfOrder } from '../payments/disputes.queries.ts';
import { findOrder } from '../payments/orders/orders.queries.ts';
import { getTimePreferences } from '../profiles/player-views.queries.ts';
import { findOwnProfile } from '../profiles/profiles.queries.ts';
import { findMissingMatchField } from '../profiles/profiles.rules.ts';
import * as messages from './team-assembly.messages.ts';
import {
  findLatestPlan,
  findTeam,
  listAllSeats,
  listContacts,
  listInvitations,
  listOpenTeams,
  listTeamsOfBuyer,
  type PlanRow,
  type TeamRow,
} from './team-assembly.queries.ts';
import { PROFILE_PLATFORM, toSeats } from './team-assembly.rules.ts';
import type { SeatInvitation, TeamBuildView } from './team-assembly.schema.ts';
import { ANY_ROLE } from './team-choices.schema.ts';

const WITH_CONTACTS = ['delivered', 'completed', 'released', 'disputed', 'decided'];

/** @param conciergeId the admin viewing the request; undefined for its buyer */
async function toTeamView(deps: Deps, row: TeamRow, conciergeId?: string): Promise<TeamBuildView> {
  const isConcierge = conciergeId !== undefined;
  const { db } = deps;
  const allSeats = await listAllSeats(db, row.id);
  const people = new Map(
    (
      await listContacts(
        db,
        allSeats.flatMap((one) => one.playerId ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  const order = row.orderId ? await findOrder(db, row.orderId) : undefined;
  const plan = isConcierge ? await findLatestPlan(db, row.id) : undefined;
  const isContactVisible = WITH_CONTACTS.includes(row.status);
  return {
    id: row.id,
    orderId: row.orderId,
    status: row.status,
    desired_roles: row.desiredRoles,
    skill_tiers: row.skillTiers,
    region: row.region,
    platform: row.platform,
    availability_windows: row.availabilityWindows,
    windows: row.windows,
    timezone: row.timezone,
    budget_notes: row.description,
    wanted_by: row.wantedBy,
    total_price: row.totalPrice,
    deadline: toIsoOrNull(row.deadline),
    delivered_at: toIsoOrNull(row.deliveredAt),
    created_at: row.createdAt.toISOString(),
    seats: toSeats(row.desiredRoles).map(({ seat, role }) => {
      const invitation = allSeats.find((one) => one.seat === seat && one.accepted !== false);
      const person =
        invitation && (isConcierge || invitation.accepted) ? people.get(invitation.playerId ?? '') : undefined;
      const contact =
        person && isContactVisible
          ? [
              { label: 'Discord', value: person.discord },
              { label: 'PSN', value: person.psn },
              { label: 'Xbox', value: person.xbox },
            ]
          : [];
      return {
        seat,
        role: role ?? invitation?.role ?? ANY_ROLE,
        player: person ? toSeatedPlayer(person) : null,
        accepted: invitation ? invitation.accepted : null,
        contact: contact.filter((one): one is { label: string; value: string } => Boolean(one.value)),
        feeCents: isConcierge && invitation ? invitation.feeCents : null,
      };
    }),
    waitsFor: order?.waitsFor ?? null,
    frozen: Boolean(order?.frozenAt),
    deadlineAt: toIsoOrNull(order?.deadlineAt),
    settledAt: toIsoOrNull(order?.settledAt),
    plan: plan ? toPlanView(plan, await getConciergeReader(deps, conciergeId!, row, people)) : null,
    disputeId: row.orderId ? ((await findDisputeOfOrder(db, row.orderId))?.id ?? null) : null,
  };
}

type ContactRow = Awaited<ReturnType<typeof listContacts>>[number];

/** Returns a player without the contact details, which few viewers may see. */
const toSeatedPlayer = ({ id, name, avatar_path, platform, rating }: ContactRow) => ({
  id,
  name,
  avatar_path,
  platform,
  rating,
});

/**
 * Returns the reader that the concierge's texts are written for, with the players' names and the concierge's time zone,
 * or else the buyer's.
 */
async function getConciergeReader(
  deps: Deps,
  id: string,
  { timezone }: TeamRow,
  people: ReadonlyMap<string, ContactRow>,
) {
  const readers = await getTimePreferences(deps.db, [id]);
  const names = new Map([...people].map(([player, { name }]) => [player, { display_name: name }]));
  return createExplanationReader(id, readers.get(id) ?? toTimePreferences({ timezone }), names);
}

const toPlanView = ({ wave, asked, score, lines, facts, plannedAt }: PlanRow, reader: Reader) => ({
  wave,
  asked,
  score: Math.round(score * 10) / 10,
  lines: explainStoredFacts(readerTranslator, facts, lines, reader),
  plannedAt: plannedAt.toISOString(),
});

/**
 * Returns a request with its seats, for its buyer and admins.
 * @throws Refusal not_found for everyone else
 */
export async function readTeam(deps: Deps, actor: Person, id: string): Promise<TeamBuildView> {
  const row = await findTeam(deps.db, id);
  const isReaderAdmin = await isAdmin(deps.db, actor.userId);
  if (!row || (row.buyerId !== actor.userId && !isReaderAdmin)) throw new Refusal('not_found', messages.requestMissing);
  return toTeamView(deps, row, isReaderAdmin ? actor.userId : undefined);
}

export async function readOwnTeams(deps: Deps, actor: Person): Promise<TeamBuildView[]> {
  const rows = await listTeamsOfBuyer(deps.db, actor.userId);
  return Promise.all(rows.map((row) => toTeamView(deps, row)));
}

/** Returns the concierge's open requests, nearest deadline first. */
export async function readConciergeDesk(deps: Deps, actor: Person): Promise<TeamBuildView[]> {
  const rows = await listOpenTeams(deps.db);
  return Promise.all(rows.map((row) => toTeamView(deps, row, actor.userId)));
}

export async function readOwnInvitations(deps: Deps, actor: Person): Promise<SeatInvitation[]> {
  const [rows, profile] = await Promise.all([
    listInvitations(deps.db, actor.userId),
    findOwnProfile(deps.db, actor.userId),
  ]);
  return rows.map(({ seat, team, frozen, taken }) => ({
    teamBuildId: team.id,
    role: seat.role,
    feeCents: seat.feeCents,
    feePoints: seat.feePoints,
    accepted: seat.silent && !taken ? null : seat.accepted,
    silent: seat.silent && taken,
    status: team.status,
    frozen,
    region: team.region,
    platform: team.platform,
    crossplay: profile?.platform != null && profile.platform !== PROFILE_PLATFORM[team.platform],
    availability_windows: team.availabilityWindows,
    timezone: team.timezone,
    wanted_by: team.wantedBy,
    deadline: toIsoOrNull(team.deadline),
  }));
}

/** Returns whether the actor's profile is published and complete, so that teams can find it. */
export async function isReadyForInvitations(deps: Deps, actor: Person): Promise<boolean> {
  const profile = await findOwnProfile(deps.db, actor.userId);
  return profile?.published === true && findMissingMatchField(profile) === null;
}

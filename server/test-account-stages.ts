import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { saveOwnOffer } from '../features/bookings/hire-offers.commands.ts';
import { processDueCalls } from '../features/bookings/phone-calls/phone-call-processing.commands.ts';
import { makeListing } from '../features/lfg/lfg.factory.ts';
import type { BrowsePage, ListingOwnerSide, OwnLfg } from '../features/lfg/lfg.schema.ts';
import { listNextSessions } from '../features/matches/match-calendar.rules.ts';
import { runMatcherNow } from '../features/matches/matcher-runs/matcher-runs.commands.ts';
import { makeFittingFive } from '../features/matches/matches.factory.ts';
import { isAccessDenied } from '../features/moderation/access-policy.commands.ts';
import type { AccountStatusEvent } from '../features/moderation/access-policy.rules.ts';
import type { Surface } from '../features/moderation/access-policy.schema.ts';
import { grantAdminRole } from '../features/moderation/admins.queries.ts';
import type { BanScope } from '../features/moderation/ban-reasons.schema.ts';
import { banUser, endExpiredBans, liftBan } from '../features/moderation/bans.commands.ts';
import { recordEvidence } from '../features/moderation/reliability/reliability.commands.ts';
import { upsertEntitlement } from '../features/payments/entitlements.queries.ts';
import { verifySeller } from '../features/payments/payments.factory.ts';
import { createJourneys } from '../features/payments/test-journeys.ts';
import type { MoneyContext } from '../features/payments/test-money.ts';
import { createPaidOrder } from '../features/payments/test-orders.ts';
import { makePlayer, type Player } from '../features/profiles/profiles.factory.ts';
import { dropFromQueue } from '../features/queue/queue.commands.ts';
import * as queueMessages from '../features/queue/queue.messages.ts';
import { QueueLeader } from '../features/queue/queue-leader.commands.ts';
import { getQueueState } from '../features/queue/queue-views.commands.ts';
import { askAfterSessions } from '../features/squads/session-feedback/session-feedback.commands.ts';
import { makeSquad } from '../features/squads/squads.factory.ts';
import { offerSessionSeats } from '../features/squads/substitutes/substitute-offers.commands.ts';
import { makeTeamRequest } from '../features/team-assembly/team-assembly.factory.ts';
import { invitePlayer } from '../features/team-assembly/team-candidates.commands.ts';
import { listPlayersForSeat } from '../features/team-assembly/team-candidates.queries.ts';
import { answerInvitation } from '../features/team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../features/team-assembly/team-requests.commands.ts';
import { DAY_MS, HOUR_MS } from '../time/units.ts';
import { Refusal } from './refusal.ts';

/** A surface of the product, set up with a person who uses it and another player who's affected. */
export type Stage = {
  person: Player;
  /** The player whom a block separates from the person, and who's notified when something ends. */
  other: Player;
  /** Whether the person may use the surface now; for a block, with the other player. */
  open: () => Promise<boolean>;
  /** Whether what was set up still exists; absent when nothing was set up. */
  isInPlace?: () => Promise<boolean>;
};

type StageContext = { context: MoneyContext; admin: { userId: string; accessToken: string } };
type Page = { profiles: { id: string }[]; nextCursor: string | null };
type StageResponse = { status: number; body: unknown };

export function createStages(getStageContext: () => StageContext) {
  const { buy, tokenOf } = createJourneys(() => getStageContext().context);
  const getDeps = () => getStageContext().context.deps;
  let stages = 0;

  async function ask(
    caller: { accessToken: string },
    method: string,
    path: string,
    body?: unknown,
  ): Promise<StageResponse> {
    const response = await getStageContext().context.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  }
  const askOk = async <T>(...request: Parameters<typeof ask>): Promise<T> => {
    const { status, body } = await ask(...request);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
    return body as T;
  };
  const isAccepted = async (...request: Parameters<typeof ask>) => (await ask(...request)).status < 400;
  /** Checks access only: the operation may still refuse for another reason. */
  const isAllowed = async (...request: Parameters<typeof ask>) => (await ask(...request)).status !== 403;

  const createPair = async (): Promise<[Player, Player]> => {
    stages += 1;
    const languages = [`Stage ${stages}`];
    return [await makePlayer(getDeps(), { languages }), await makePlayer(getDeps(), { languages })];
  };
  /** Returns whether a viewer finds a listing on any page. Listings with the same timestamp are sorted by id. */
  const isListed = async (viewer: Player, id: string): Promise<boolean> => {
    let next: string | null = '';
    while (next !== null) {
      const from: string = next && `?after=${encodeURIComponent(next)}`;
      const page: BrowsePage = await askOk(viewer, 'GET', `/api/lfg/listings${from}`);
      if (page.items.some((item) => item.id === id)) return true;
      next = page.next;
    }
    return false;
  };
  const isProposed = async (one: Player, otherPlayer: Player) => {
    const { rows } = await getDeps().db.execute(sql`
      select 1 from matches where status = 'proposed' and ${one.userId} = any (member_ids)
         and ${otherPlayer.userId} = any (member_ids)`);
    return rows.length > 0;
  };
  const rematch = async () => {
    // Otherwise an ended match wouldn't be proposed again for a month.
    await getDeps().db.execute(
      sql`update matches set closed_at = closed_at - interval '60 days', expires_at = expires_at - interval '60 days' where status <> 'proposed'`,
    );
    await runMatcherNow(getDeps());
  };
  const createGroupOfFive = async (): Promise<Player[]> => {
    stages += 1;
    return makeFittingFive(getDeps(), { languages: [`Stage ${stages}`] });
  };

  /** Creates a squad of the captain and a new player who speaks the same languages. */
  const createSquadWith = async (captain: Player) => {
    const mate = await makePlayer(getDeps(), { languages: captain.profile.languages });
    return { mate, room: `/api/squads/${(await makeSquad(getDeps(), [captain, mate])).squadId}` };
  };
  /** Has the captain propose a session when all members are available. */
  const proposeSession = async (captain: Player, room: string) => {
    const { timezone, availability } = captain.profile;
    const hours = { timezone: timezone ?? 'UTC', windows: availability ?? [] };
    const [first] = listNextSessions([hours], getDeps().now(), 1);
    const time = { starts_at: first!.start, minutes: 60 };
    const { sessions } = await askOk<{ sessions: { id: string }[] }>(captain, 'POST', `${room}/sessions`, time);
    return sessions[0]!.id;
  };
  /** Creates a squad of the two players with a past session that both had confirmed. */
  const createPlayedSession = async (captain: Player, member: Player) => {
    const room = `/api/squads/${(await makeSquad(getDeps(), [captain, member])).squadId}`;
    const id = await proposeSession(captain, room);
    await askOk(member, 'PUT', `${room}/sessions/${id}/answer`, { version: 1, answer: 'yes' });
    const toTimeAgo = (hours: number) => new Date(getDeps().now().getTime() - hours * HOUR_MS).toISOString();
    await getDeps().db.execute(sql`
      update squad_sessions set starts_at = ${toTimeAgo(2)}, ends_at = ${toTimeAgo(1)} where id = ${id}`);
    await askAfterSessions(getDeps(), new AbortController().signal);
    return { room, id };
  };
  /** Returns whether the matcher finds the person for an empty spot in the other player's squad. */
  const isFoundForOpenSpot = async (person: Player, other: Player) => {
    const { mate, room } = await createSquadWith(other);
    await askOk(mate, 'POST', `${room}/leave`, { reason: 'hours' });
    // Otherwise an equally good player would be invited instead of the person.
    await askOk(mate, 'DELETE', '/api/profiles/me/publication');
    return isAccepted(other, 'POST', `${room}/seek`, { seat: person.profile.role });
  };
  /** Returns whether the person is invited to sub in on the other player's squad, and may accept. */
  const isAskedToSubstitute = async (person: Player, other: Player) => {
    const { mate, room } = await createSquadWith(other);
    const id = await proposeSession(other, room);
    await askOk(mate, 'PUT', `${room}/sessions/${id}/answer`, { version: 1, answer: 'no' });
    // A session that's less than a day away invites subs automatically.
    await ask(other, 'POST', `${room}/sessions/${id}/stand-ins`, { version: 1 });
    await offerSessionSeats(getDeps(), id);
    await askOk(mate, 'DELETE', '/api/profiles/me/publication');
    return isAccepted(person, 'PUT', `/api/sessions/${id}/stand-in`, { version: 1, action: 'accept' });
  };

  /**
   * Returns whether five players with a common language who all click Play now are matched at the leader's next check.
   */
  const isGroupFound = async (players: readonly Player[]) => {
    for (const one of players) await ask(one, 'POST', '/api/queue', { kind: 'now' });
    const leader = new QueueLeader(getDeps());
    await leader.tick();
    await leader.stop();
    return isChecked(players[0]!, players[1]!);
  };
  /** Returns whether both are in the same open ready check. */
  const isChecked = async (one: Player, otherPlayer: Player) => {
    const { check } = await getQueueState(getDeps(), otherPlayer);
    return check?.seats.some(({ player }) => player?.id === one.userId) ?? false;
  };
  const leaveQueues = async (players: readonly Player[]) => {
    for (const { userId } of players) {
      await getDeps().db.transaction((tx) => dropFromQueue(tx, getDeps(), userId, queueMessages.removedLeft));
    }
    // Otherwise a group whose ready check failed wouldn't be matched again for an hour.
    await getDeps().db.execute(sql`delete from queue_checks`);
  };

  const STAGES: Record<Surface, () => Promise<Stage>> = {
    queue: async () => {
      const players = await createGroupOfFive();
      const [person, other] = players as [Player, Player];
      expect(await isGroupFound(players)).toBe(true);
      return {
        person,
        other,
        isInPlace: () => isChecked(person, other),
        open: async () => {
          await leaveQueues(players);
          const isFound = await isGroupFound(players);
          await leaveQueues(players);
          return isFound;
        },
      };
    },
    matcher: async () => {
      const [person, other] = (await createGroupOfFive()) as [Player, Player];
      return {
        person,
        other,
        open: async () => {
          await rematch();
          return isProposed(person, other);
        },
      };
    },
    proposals: async () => {
      const [person, other] = (await createGroupOfFive()) as [Player, Player];
      await runMatcherNow(getDeps());
      return {
        person,
        other,
        isInPlace: () => isProposed(person, other),
        open: async () => {
          await getDeps().db.execute(sql`update matches set status = 'expired' where status = 'proposed'`);
          await getDeps().db.execute(sql`update match_members set open = false`);
          await rematch();
          return isProposed(person, other);
        },
      };
    },
    parties: async () => {
      const [person, other] = await createPair();
      const join = async () => {
        await ask(other, 'POST', '/api/party/leave');
        await ask(person, 'POST', '/api/party/leave');
        if (!(await isAccepted(other, 'POST', '/api/party/invitations', { user_id: person.userId }))) return false;
        const ownParty = (await ask(person, 'GET', '/api/party')).body as { invitations?: { party_id: string }[] };
        const id = ownParty.invitations?.[0]?.party_id;
        return id !== undefined && isAccepted(person, 'POST', `/api/party/${id}/answer`, { action: 'accept' });
      };
      expect(await join()).toBe(true);
      return {
        person,
        other,
        open: join,
        isInPlace: async () => {
          const { party } = await askOk<{ party: { members: { id: string }[] } | null }>(other, 'GET', '/api/party');
          return party?.members.some(({ id }) => id === person.userId) ?? false;
        },
      };
    },
    squads: async () => {
      const [person, other] = await createPair();
      // They already have a squad, so they're matched only because they opted in.
      await askOk(person, 'PUT', '/api/profiles/me/looking/pair', { choice: 'always' });
      const tryMakeSquad = async () => {
        try {
          await makeSquad(getDeps(), [other, person]);
          return true;
        } catch (error) {
          if (error instanceof Refusal) return false;
          throw error;
        }
      };
      expect(await tryMakeSquad()).toBe(true);
      const first = await askOk<{ squads: { id: string }[] }>(other, 'GET', '/api/squads');
      const page = first.squads[0]!.id;
      await askOk(other, 'PUT', `/api/squads/${page}/page`);
      await askOk(person, 'PUT', `/api/squads/${page}/page/consent`, { shown: true });
      /**
       * Returns whether the person, who agreed to be shown, is on the squad's page. It shows members with a public
       * profile.
       */
      const isOnPage = async () => {
        const { body } = await ask(other, 'GET', `/api/squad-pages/${page}`);
        return (body as { members: { id: string }[] }).members.some(({ id }) => id === person.userId);
      };
      expect(await isOnPage()).toBe(true);
      const session = await createPlayedSession(other, person);
      const isInSquad = async () => {
        const { squads } = await askOk<{ squads: { id: string; members: { id: string }[] }[] }>(
          other,
          'GET',
          '/api/squads',
        );
        const isMember = ({ members }: { members: { id: string }[] }) => members.some(({ id }) => id === person.userId);
        const isInFirst = squads.some((squad) => squad.id === page && isMember(squad));
        const isShown = await isAccepted(other, 'GET', `/api/profiles/${person.userId}`);
        expect(await isOnPage(), 'on the page').toBe(isInFirst && isShown);
        return squads.some(isMember);
      };
      /** Invites the person by name to a squad that has another member, and joins through the link. */
      const tryToJoin = async () => {
        const { squadId } = await makeSquad(getDeps(), [other, (await createPair())[0]]);
        const room = `/api/squads/${squadId}`;
        const { link_path } = await askOk<{ link_path: string }>(other, 'PUT', `${room}/link`);
        const token = link_path.split('/').at(-1);
        const wasInvited = await isAccepted(other, 'POST', `${room}/invitations`, { user_id: person.userId });
        expect(await isAccepted(person, 'POST', `/api/squad-links/${token}`)).toBe(wasInvited);
        return wasInvited;
      };
      return {
        person,
        other,
        open: async () => {
          const wasInSquad = await isInSquad();
          const isOpen = await tryMakeSquad();
          expect(await tryToJoin(), 'invited').toBe(isOpen);
          expect(await isFoundForOpenSpot(person, other), 'looked for in the pool').toBe(isOpen);
          expect(await isAskedToSubstitute(person, other), 'asked to stand in').toBe(isOpen);
          // What a member may do depends only on whether they're still a member and aren't banned. The other conditions
          // don't matter.
          const runBackInput = { session_id: session.id, kind: 'now' };
          const isStillMember = await isAccepted(person, 'POST', `${session.room}/run-back`, runBackInput);
          expect(isStillMember, 'wants to run it back').toBe(wasInSquad);
          const feedbackAllowed = await isAccepted(person, 'PUT', `/api/sessions/${session.id}/feedback`, {
            took_place: true,
          });
          expect(feedbackAllowed, 'says how it was').toBe(
            !(await isAccessDenied(getDeps().db, getDeps(), person.userId, 'squads')),
          );
          return isOpen;
        },
        isInPlace: isInSquad,
      };
    },
    threads: async () => {
      const [person, other] = await createPair();
      const listing = await makeListing(getDeps(), other, { needed_positions: ['C', 'PF'] });
      const apply = () => ask(person, 'POST', `/api/lfg/listings/${listing}/apply`, { position: 'C' });
      expect((await apply()).status).toBe(200);
      return {
        person,
        other,
        open: async () => {
          // Apply again after the application was withdrawn.
          await apply();
          const response = await ask(person, 'GET', '/api/lfg/mine');
          const { applications = [] } = response.body as Partial<OwnLfg>;
          const found = applications.find((each) => each.listing_id === listing);
          const thread = found && (await ask(person, 'GET', `/api/threads/application/${found.id}`));
          if (thread?.status !== 200) return false;
          const { id } = thread.body as { id: string };
          const message = { client_id: crypto.randomUUID(), text: 'When do you play?' };
          return isAccepted(person, 'POST', `/api/threads/${id}/messages`, message);
        },
      };
    },
    assemblies: async () => {
      const [person, other] = await createPair();
      await createPaidOrder(getDeps(), other.userId, 'PRICE_TEAM_ASSEMBLY');
      const { id } = await requestTeam(getDeps(), other, makeTeamRequest());
      await invitePlayer(getDeps(), getStageContext().admin, id, { seat: 0, playerId: person.userId });
      await answerInvitation(getDeps(), person, id, true);
      return {
        person,
        other,
        isInPlace: async () => {
          const { rows } = await getDeps().db.execute<{ accepted: boolean | null }>(sql`
            select accepted from team_build_players where team_build_id = ${id} and player_id = ${person.userId}`);
          return rows[0]?.accepted ?? false;
        },
        open: async () => {
          const requirements = {
            teamBuildId: crypto.randomUUID(),
            buyerId: other.userId,
            positions: ['PG'],
            lock: false,
            region: 'NA-East',
            platform: 'PS5',
            rating: [0, 99] as [number, number],
            now: getDeps().now(),
            limit: 10_000,
          };
          return (await listPlayersForSeat(getDeps().db, requirements)).some(({ id }) => id === person.userId);
        },
      };
    },
    'lfg-owner': async () => {
      const [person, other] = await createPair();
      const id = await makeListing(getDeps(), person, { needed_positions: ['C', 'PF'] });
      await askOk(other, 'POST', `/api/lfg/listings/${id}/apply`, { position: 'C' });
      const findApplication = async () =>
        (await askOk<OwnLfg>(other, 'GET', '/api/lfg/mine')).applications.find((each) => each.listing_id === id);
      return {
        person,
        other,
        isInPlace: async () => {
          const view = await ask(other, 'GET', `/api/lfg/listings/${id}`);
          const { status } = view.body as { status?: string };
          return status === 'active' && (await findApplication())?.status === 'pending';
        },
        open: async () => {
          // A fixed title, because random digits could be read as the letters of a blocked word.
          const title = 'A big man for tonight';
          const listing = {
            title,
            needed_positions: ['C'],
            modes: ['Rec'],
            platform: 'PS5',
            allows_crossplay: true,
            region: 'NA-East',
            availability: [{ day: 'Mon', start: '20:00', end: '23:00' }],
            timezone: 'America/New_York',
          };
          const response = await ask(person, 'POST', '/api/lfg/listings', listing);
          if (response.status !== 200) {
            // A ban or a block leads to a 403 or 404; anything else is a bug in this setup.
            if (response.status >= 500 || response.status === 422 || response.status === 400)
              throw new Error(JSON.stringify(response.body));
            return false;
          }
          return isListed(other, (response.body as { id: string }).id);
        },
      };
    },
    'lfg-applicant': async () => {
      const [person, other] = await createPair();
      const id = await makeListing(getDeps(), other, { needed_positions: ['C', 'PF'] });
      const apply = async (listing: string) => {
        if (!(await isAccepted(person, 'POST', `/api/lfg/listings/${listing}/apply`, { position: 'C' }))) return false;
        const { applicants } = await askOk<ListingOwnerSide>(other, 'GET', `/api/lfg/listings/${listing}/mine`);
        return isAccepted(other, 'POST', `/api/lfg/applications/${applicants[0]!.id}/accept`);
      };
      expect(await apply(id)).toBe(true);
      return {
        person,
        other,
        isInPlace: async () =>
          (await askOk<ListingOwnerSide>(other, 'GET', `/api/lfg/listings/${id}/mine`)).applicants.some(
            (each) => each.status === 'accepted',
          ),
        open: async () => apply(await makeListing(getDeps(), other, { needed_positions: ['C', 'PF'] })),
      };
    },
    directory: async () => {
      const [person, other] = await createPair();
      return {
        person,
        other,
        open: async () => {
          for (let cursor: string | null = ''; cursor !== null; ) {
            const path = `/api/profiles${cursor && `?cursor=${encodeURIComponent(cursor)}`}`;
            const page: Page = await askOk(other, 'GET', path);
            if (page.profiles.some(({ id }) => id === person.userId)) return true;
            cursor = page.nextCursor;
          }
          return false;
        },
      };
    },
    profile: async () => {
      const [person, other] = await createPair();
      return { person, other, open: () => isAccepted(other, 'GET', `/api/profiles/${person.userId}`) };
    },
    offers: async () => {
      const [person, other] = await createSeller();
      return {
        person,
        other,
        open: async () => {
          const path = `/api/hire/offers?player=${person.userId}`;
          return (await askOk<{ offers: object[] }>(other, 'GET', path)).offers.length > 0;
        },
      };
    },
    'booking-seller': async () => {
      const [person, buyer] = await createSeller();
      const id = await buy(buyer, 'PRICE_7G_LOCK', { playerId: person.userId, role: 'PG' });
      // The test clock moved by hours during the payment, so both sign in again.
      const other = await signInAgain(buyer);
      const stage = { person: await signInAgain(person), other };
      const { bookingId } = await askOk<{ bookingId: string }>(other, 'GET', `/api/orders/${id}`);
      await askOk(stage.person, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
      return {
        ...stage,
        open: () => tryToHire(other, person),
        isInPlace: async () => {
          const view = await askOk<{ status: string; stopped: boolean }>(other, 'GET', `/api/bookings/${bookingId}`);
          return view.status === 'accepted' && !view.stopped;
        },
      };
    },
    'booking-buyer': async () => {
      const [other, person] = await createSeller();
      return { person, other, open: () => tryToHire(person, other) };
    },
    reviews: async () => {
      const [person, other] = await createPair();
      const path = `/api/bookings/${crypto.randomUUID()}/review`;
      return { person, other, open: () => isAllowed(person, 'PUT', path, { stars: 5, words: '' }) };
    },
    payouts: async () => {
      const [person, other] = await createPair();
      return { person, other, open: () => isAllowed(person, 'POST', '/api/payouts/onboarding') };
    },
    checkout: async () => {
      const [person, other] = await createPair();
      const purchase = { priceId: 'PRICE_7G_LOCK', userId: person.userId, mode: 'payment' };
      return { person, other, open: () => isAccepted(person, 'POST', '/functions/v1/checkout-session', purchase) };
    },
    calls: async () => {
      const [person, other] = await createPair();
      await withPremium(person);
      // The other player acts as the support admin.
      await grantAdminRole(getDeps().db, other.userId);
      const call = async () => {
        // A user with a scheduled account deletion may not even list the time slots.
        const { slots } = (await ask(person, 'GET', '/api/calls')).body as { slots?: { startsAt: string }[] };
        const startsAt = slots?.[0]?.startsAt ?? new Date(getDeps().now().getTime() + DAY_MS).toISOString();
        return ask(person, 'POST', '/api/calls', { startsAt, phone: '+12125550100', topic: 'Help' });
      };
      const { id } = (await call()).body as { id: string };
      const readStatus = async () => {
        const { rows } = await getDeps().db.execute<{ status: string }>(
          sql`select status from phone_calls where id = ${id}`,
        );
        return rows[0]?.status;
      };
      return {
        person,
        other,
        isInPlace: async () => (await readStatus()) === 'booked',
        open: async () => {
          if ((await readStatus()) === 'booked') await askOk(person, 'POST', `/api/calls/${id}/cancel`);
          return (await call()).status < 400;
        },
      };
    },
    voting: async () => {
      const [person, other] = await createPair();
      return { person, other, open: () => isAllowed(person, 'POST', '/api/tournament/votes', {}) };
    },
    storage: async () => {
      const [person, other] = await createPair();
      return { person, other, open: () => isAllowed(person, 'PUT', '/storage/v1/avatar') };
    },
    notifications: async () => {
      const [person, other] = await createPair();
      return {
        person,
        other,
        open: async () => {
          const { rows } = await getDeps().db.execute(sql`select 1 from auth.users where id = ${person.userId}`);
          return rows.length > 0;
        },
      };
    },
  };

  async function withPremium(person: Player): Promise<void> {
    const foundersExpiresAt = new Date(getDeps().now().getTime() + 30 * DAY_MS);
    await upsertEntitlement(getDeps().db, { userId: person.userId, foundersExpiresAt, updatedAt: getDeps().now() });
  }

  const signInAgain = async (player: Player) => ({ ...player, accessToken: await tokenOf(player) });

  async function createSeller(): Promise<[Player, Player]> {
    const [person, other] = await createPair();
    await verifySeller(getDeps(), person.userId);
    await saveOwnOffer(getDeps(), person, {
      roles: ['PG'],
      priceId: 'PRICE_7G_LOCK',
      hours: [],
      note: '',
      active: true,
    });
    return [person, other];
  }
  const tryToHire = (buyer: Player, player: Player) =>
    isAccepted(buyer, 'POST', '/functions/v1/checkout-session', {
      priceId: 'PRICE_7G_LOCK',
      userId: buyer.userId,
      mode: 'payment',
      playerId: player.userId,
      role: 'PG',
    });

  const ban = async ({ person }: Stage, scope: BanScope) => {
    const result = await getDeps().db.transaction((tx) =>
      banUser(tx, getDeps(), getStageContext().admin, { userId: person.userId, reason: 'Test', days: 30, scope }),
    );
    await result.after();
    return result.ban.id;
  };
  /**
   * Simulates the end of a ban by moving the ban into the past. Moving the clock isn't enough, because parts of the
   * site use the database's clock.
   */
  const endBan = async (banId: string) => {
    await getDeps().db.execute(sql`
      update ban_list set created_at = created_at - interval '60 days', expires_at = expires_at - interval '60 days'
       where id = ${banId}`);
    await endExpiredBans(getDeps(), new AbortController().signal);
  };
  const block = ({ person, other }: Stage) =>
    askOk(person, 'PUT', `/api/profiles/${other.userId}/block`, { kind: 'block' });
  const leave = ({ person }: Stage) => askOk(person, 'POST', '/api/account/deletion');

  /** Records the outcome of three sessions as evidence of the person's reliability; `set_aside` removes that evidence. */
  const addEvidence = async ({ person }: Stage, outcome: 'missed' | 'set_aside') => {
    for (const day of [1, 2, 3]) {
      const happenedAt = new Date(getDeps().now().getTime() - day * DAY_MS);
      const line = { userId: person.userId, cause: `stage:${day}`, happenedAt, outcome };
      const after = await getDeps().db.transaction((tx) => recordEvidence(tx, getDeps(), line));
      await after();
    }
  };

  const EVENTS: Record<AccountStatusEvent, (stage: Stage) => Promise<unknown>> = {
    'banned-listing': (stage) => ban(stage, 'listing'),
    'banned-applying': (stage) => ban(stage, 'applying'),
    'banned-matching': (stage) => ban(stage, 'matching'),
    'banned-all': (stage) => ban(stage, 'all'),
    'ban-lifted': async (stage) => {
      const id = await ban(stage, 'all');
      const { after } = await getDeps().db.transaction((tx) => liftBan(tx, getDeps(), getStageContext().admin, id));
      await after();
    },
    'ban-ran-out': async (stage) => endBan(await ban(stage, 'all')),
    blocked: block,
    unblocked: async (stage) => {
      await block(stage);
      await askOk(stage.person, 'DELETE', `/api/profiles/${stage.other.userId}/block`);
    },
    unpublished: ({ person }) => askOk(person, 'DELETE', '/api/profiles/me/publication'),
    leaving: leave,
    returned: async (stage) => {
      await leave(stage);
      await askOk(stage.person, 'DELETE', '/api/account/deletion');
    },
    'plan-ended': async ({ person }) => {
      const foundersExpiresAt = new Date(getDeps().now().getTime() - DAY_MS);
      await upsertEntitlement(getDeps().db, { userId: person.userId, foundersExpiresAt, updatedAt: getDeps().now() });
      await processDueCalls(getDeps());
    },
    unreliable: (stage) => addEvidence(stage, 'missed'),
    'reliable-again': async (stage) => {
      await addEvidence(stage, 'missed');
      await addEvidence(stage, 'set_aside');
    },
  };
  return { STAGES, EVENTS, runOut: endBan };
}

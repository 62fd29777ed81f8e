import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toActor } from '../features/accounts/accounts.factory.ts';
import { saveOwnOffer } from '../features/bookings/hire-offers.commands.ts';
import { makeListing } from '../features/lfg/lfg.factory.ts';
import { makeSquadProposal } from '../features/matches/matches.factory.ts';
import type { AccountStatusEvent } from '../features/moderation/access-policy.rules.ts';
import { liftBan } from '../features/moderation/bans.commands.ts';
import { listActiveBans } from '../features/moderation/bans.queries.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { listOutbox } from '../features/notifications/notifications.queries.ts';
import { createPaidOrder, verifyTestSeller } from '../features/payments/test-orders.ts';
import type { Player } from '../features/profiles/profiles.factory.ts';
import { makeTeamRequest } from '../features/team-assembly/team-assembly.factory.ts';
import { invitePlayer } from '../features/team-assembly/team-candidates.commands.ts';
import { answerInvitation } from '../features/team-assembly/team-lifecycle.commands.ts';
import { requestTeam } from '../features/team-assembly/team-requests.commands.ts';
import { createStages } from './test-account-stages.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

/*
 * One user with something open on every surface, and another user who observes all of it. Tests what each event
 * changes, that repeating it changes nothing more, and what's restored when it's undone.
 */
let context: TestContext;
let admin: { userId: string; accessToken: string };
const { EVENTS, runOut } = createStages(() => ({ context: context as never, admin }));

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

let person: Player;
let other: Player;
let ids: { listing: string; owns: string; hired: string; hires: string; team: string };

async function ask(caller: { accessToken: string }, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests check arbitrary parts of the response
  return { status: response.status, body: (await response.json().catch(() => undefined)) as any };
}
async function askOk(...request: Parameters<typeof ask>) {
  const { status, body } = await ask(...request);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

async function makeHire(buyer: Player, seller: Player): Promise<string> {
  const { deps } = context;
  await verifyTestSeller(deps, seller.userId);
  await saveOwnOffer(deps, seller, { roles: ['PG'], priceId: 'PRICE_7G_LOCK', hours: [], note: '', active: true });
  const order = await createPaidOrder(deps, buyer.userId, 'PRICE_7G_LOCK', { playerId: seller.userId, role: 'PG' });
  const { bookingId } = await askOk(buyer, 'GET', `/api/orders/${order.id}`);
  await askOk(seller, 'POST', `/api/bookings/${bookingId}/answer`, { accept: true });
  return bookingId;
}

beforeEach(async () => {
  const { deps } = context;
  await deps.db.execute(sql`truncate auth.users cascade`);
  await deps.db.execute(sql`truncate matcher_runs, matches, auth.rate_limits cascade`);
  context.setNow(new Date());
  admin = await makeAdmin(deps);
  const { members } = await makeSquadProposal(deps);
  [person, other] = members as [Player, Player];
  await askOk(other, 'POST', '/api/party/invitations', { user_id: person.userId });
  const { invitations } = await askOk(person, 'GET', '/api/party');
  await askOk(person, 'POST', `/api/party/${invitations[0].party_id}/answer`, { action: 'accept' });
  const listing = await makeListing(deps, person, { title: 'L', needed_positions: ['C', 'PF'] });
  await askOk(other, 'POST', `/api/lfg/listings/${listing}/apply`, { position: 'C' });
  const otherListing = await makeListing(deps, other, { title: 'O', needed_positions: ['C', 'PF'] });
  await askOk(person, 'POST', `/api/lfg/listings/${otherListing}/apply`, { position: 'C' });
  const { applicants } = await askOk(other, 'GET', `/api/lfg/listings/${otherListing}/mine`);
  await askOk(other, 'POST', `/api/lfg/applications/${applicants[0].id}/accept`);
  const hireId = await makeHire(other, person);
  const hires = await makeHire(person, other);
  await createPaidOrder(deps, other.userId, 'PRICE_TEAM_ASSEMBLY');
  const { id: team } = await requestTeam(deps, other, makeTeamRequest());
  await invitePlayer(deps, admin, team, { seat: 0, playerId: person.userId });
  await answerInvitation(deps, person, team, true);
  ids = { listing, owns: otherListing, hired: hireId, hires, team };
});

/** Returns what the other user sees of this person on each surface. */
async function readSurfaces() {
  const { deps } = context;
  const matches = (await askOk(other, 'GET', '/api/matches')).matches as { status: string }[];
  const { party } = await askOk(other, 'GET', '/api/party');
  const listing = await ask(other, 'GET', `/api/lfg/listings/${ids.listing}`);
  const { applications } = await askOk(other, 'GET', '/api/lfg/mine');
  const { applicants } = await askOk(other, 'GET', `/api/lfg/listings/${ids.owns}/mine`);
  const hireView = await askOk(other, 'GET', `/api/bookings/${ids.hired}`);
  const hires = await askOk(other, 'GET', `/api/bookings/${ids.hires}`);
  const { rows } = await deps.db.execute<{ accepted: boolean | null }>(sql`
    select accepted from team_build_players where team_build_id = ${ids.team} and player_id = ${person.userId}`);
  const { offers } = await askOk(other, 'GET', `/api/hire/offers?player=${person.userId}`);
  return {
    proposal: matches[0]?.status ?? 'gone',
    party: party?.members.some(({ id }: { id: string }) => id === person.userId) ?? false,
    listing: listing.status === 200 ? listing.body.status : listing.status,
    'my application': applications.find((one: { listing_id: string }) => one.listing_id === ids.listing)?.status,
    'their seat in my listing': applicants[0]?.status ?? 'gone',
    'often missing': applicants[0]?.often_missing ?? false,
    'my hire of them': hireView.stopped ? 'stopped' : hireView.status,
    'their hire of me': hires.status,
    'their seat in my squad': rows[0]?.accepted ?? false,
    profile: (await ask(other, 'GET', `/api/profiles/${person.userId}`)).status === 200,
    offer: offers.length > 0,
  };
}
const listNotifications = async () =>
  (await listOutbox(context.deps.db, other.userId))
    .map(({ title, lines }) => `${title}: ${lines[0]}`.replace(person.profile.display_name, 'P'))
    .sort();

const createStage = () => ({ person, other, open: async () => true });
/** Applies the event again; a refusal is fine too. */
const applyAgain = (event: AccountStatusEvent) => EVENTS[event](createStage()).catch(() => undefined);
const UNDO: Partial<Record<AccountStatusEvent, () => Promise<unknown>>> = {
  blocked: () => askOk(person, 'DELETE', `/api/profiles/${other.userId}/block`),
  unpublished: () => askOk(person, 'POST', '/api/profiles/me/publish'),
  leaving: () => askOk(person, 'DELETE', '/api/account/deletion'),
  unreliable: () => EVENTS['reliable-again'](createStage()),
};
async function liftBans() {
  const { deps } = context;
  for (const { id } of await listActiveBans(deps.db, person.userId, deps.now())) {
    const { after } = await deps.db.transaction((tx) => liftBan(tx, deps, toActor(admin as never), id));
    await after();
  }
}

type Seen = Partial<Awaited<ReturnType<typeof readSurfaces>>>;
/** What changes during the event and which notifications the other user gets, then the same after it's undone. */
type Scene = { during: Seen; notified: string[]; restored: Seen; toldThen: string[] };

const OUT_OF_MATCHES = [
  'P left your party: A moderator removed them from matches.',
  'Your squad match has ended: A moderator removed a player from matches, so this match is canceled.',
];
const SEAT_FREE = 'Your C spot is open again: P left the listing "O".';
const OWNER_BANNED =
  'Listing closed: L: A moderator banned the owner from listings, so no one will be chosen while the ban lasts.';
const OPEN_AGAIN = 'Listing open again: L: Your application is active again.';
const SEPARATED: Seen = { proposal: 'gone', party: false };

const SCENES: Record<
  Exclude<AccountStatusEvent, 'ban-lifted' | 'ban-ran-out' | 'unblocked' | 'returned' | 'reliable-again'>,
  Scene
> = {
  'banned-all': {
    during: {
      ...SEPARATED,
      listing: 404,
      'their seat in my listing': 'gone',
      'my hire of them': 'stopped',
      'their seat in my squad': false,
      profile: false,
      offer: false,
    },
    notified: [
      ...OUT_OF_MATCHES,
      OWNER_BANNED,
      SEAT_FREE,
      "Your hire is on hold. Continue or end it.: A moderator banned the player. Continue the hire, or end it and we'll refund the unplayed games. If you don't choose within 3 days, the hire will end.",
      'A spot on your team is open again: A moderator banned a player, so the concierge will invite the next one.',
    ],
    restored: { ...SEPARATED, 'their seat in my listing': 'gone', 'their seat in my squad': false },
    toldThen: ["A hire is back on: The player's ban was lifted, so the hire is back on.", OPEN_AGAIN],
  },
  'banned-listing': { during: { listing: 404 }, notified: [OWNER_BANNED], restored: {}, toldThen: [OPEN_AGAIN] },
  'banned-applying': {
    during: { 'their seat in my listing': 'gone' },
    notified: [SEAT_FREE],
    restored: { 'their seat in my listing': 'gone' },
    toldThen: [],
  },
  'banned-matching': { during: SEPARATED, notified: OUT_OF_MATCHES, restored: SEPARATED, toldThen: [] },
  // A block is silent: its notifications look like ordinary events, and paid bookings continue.
  blocked: {
    during: {
      ...SEPARATED,
      listing: 404,
      'my application': 'declined',
      'their seat in my listing': 'gone',
      profile: false,
      offer: false,
    },
    notified: [
      "P left your party: You're back to matching solo.",
      SEAT_FREE,
      "Your squad match has ended: A player couldn't make it, so this match is canceled.",
    ],
    restored: { ...SEPARATED, 'my application': 'declined', 'their seat in my listing': 'gone' },
    toldThen: [],
  },
  unpublished: {
    during: { ...SEPARATED, profile: false, offer: false },
    notified: [
      'P left your party: They unpublished their profile.',
      'Your squad match has ended: A player unpublished their profile, so this match is canceled.',
    ],
    restored: SEPARATED,
    toldThen: [],
  },
  leaving: {
    during: {
      ...SEPARATED,
      listing: 'closed',
      'their seat in my listing': 'gone',
      'my hire of them': 'ended_early',
      'their hire of me': 'ended_early',
      'their seat in my squad': false,
      profile: false,
      offer: false,
    },
    notified: [
      "A hire has ended: The buyer has left Planet Crew, so we're refunding the remaining games.",
      "A hire has ended: The player has left Planet Crew, so we're refunding the remaining games.",
      'A spot on your team is open again: A player left Planet Crew, so the concierge will invite the next one.',
      'Listing closed: L: The owner is leaving Planet Crew, so no one will be chosen. If they stay, your application will be active again.',
      "P left your party: They're leaving Planet Crew.",
      SEAT_FREE,
      "Your refund is on its way: The player has left Planet Crew, so we're refunding the remaining games.",
      'Your squad match has ended: A player is leaving Planet Crew, so this match is canceled.',
    ],
    restored: {
      ...SEPARATED,
      'my hire of them': 'ended_early',
      'their hire of me': 'ended_early',
      'their seat in my squad': false,
    },
    toldThen: ['Your C is back: P is staying and got their spot back in the listing "O".', OPEN_AGAIN],
  },
  'plan-ended': { during: {}, notified: [], restored: {}, toldThen: [] },
  unreliable: { during: { 'often missing': true, offer: false }, notified: [], restored: {}, toldThen: [] },
};

test.each(Object.entries(SCENES) as [AccountStatusEvent, Scene][])(
  "applies %s only once when it's repeated, and undoes it",
  async (event, expected) => {
    const before = await readSurfaces();
    const earlierLines = await listNotifications();
    const listNewerThan = async (earlier: string[]) =>
      (await listNotifications()).filter((line) => !earlier.includes(line)).sort();

    await EVENTS[event](createStage());
    expect(await readSurfaces()).toEqual({ ...before, ...expected.during });
    expect(await listNewerThan(earlierLines)).toEqual([...expected.notified].sort());

    const during = await listNotifications();
    await applyAgain(event);
    expect(await readSurfaces()).toEqual({ ...before, ...expected.during });
    expect(await listNotifications()).toEqual(during);

    await (UNDO[event] ?? liftBans)();
    expect(await readSurfaces()).toEqual({ ...before, ...expected.restored });
    expect(await listNewerThan(during)).toEqual([...expected.toldThen].sort());
  },
);

test.each([
  ['banned-all', ["A hire is back on: The player's ban expired, so the hire is back on.", OPEN_AGAIN]],
  ['banned-listing', [OPEN_AGAIN]],
  ['banned-applying', []],
  ['banned-matching', []],
] as const)('restores everything when %s expires', async (event, notifiedUsers) => {
  const { deps } = context;
  const before = await readSurfaces();
  await EVENTS[event](createStage());
  const during = await listNotifications();
  for (const { id } of await listActiveBans(deps.db, person.userId, deps.now())) await runOut(id);
  expect(await readSurfaces()).toEqual({ ...before, ...SCENES[event].restored });
  expect((await listNotifications()).filter((line) => !during.includes(line)).sort()).toEqual(
    [...notifiedUsers].sort(),
  );
  expect((await listOutbox(deps.db, person.userId)).map(({ title }) => title)).toContain('Your ban has ended');
});

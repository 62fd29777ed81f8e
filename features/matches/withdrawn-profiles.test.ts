import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { publishProfile, saveProfile } from '../profiles/profiles.commands.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { endOverdueEdits, unpublishProfile } from '../profiles/publication.commands.ts';
import { respondToMatch } from './matches.commands.ts';
import { makeSquadProposal } from './matches.factory.ts';

const NOW = new Date('2026-03-03T12:00:00Z');
const MATCH_ENDED = 'Your squad match has ended';
const REASON = 'A player unpublished their profile, so this match is canceled.';

let context: TestContext;
let matchId: string;
let person: Player;
let other: Player;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.deps.db.execute(sql`truncate auth.users cascade`);
  await context.deps.db.execute(sql`truncate matcher_runs, matches cascade`);
  context.setNow(NOW);
  const proposal = await makeSquadProposal(context.deps);
  matchId = proposal.matchId;
  [person, other] = proposal.members as [Player, Player];
});

const setTimeAt = (ms: number) => context.setNow(new Date(NOW.getTime() + ms));
const announceEdits = () => endOverdueEdits(context.deps, new AbortController().signal);
const readStatus = async () =>
  (await context.deps.db.execute<{ status: string }>(sql`select status from matches where id = ${matchId}`)).rows[0]!
    .status;
const listNotifications = async (player: Player, title: string) =>
  (await listOutbox(context.deps.db, player.userId)).filter((one) => one.title === title).map(({ lines }) => lines[0]);

test('withdraws open matches immediately, notifies the other players, and does nothing when repeated', async () => {
  await respondToMatch(context.deps, toActor(other), matchId, 'accept');
  await unpublishProfile(context.deps, person);
  expect(await readStatus()).toBe('expired');
  expect(await listNotifications(other, MATCH_ENDED)).toEqual([REASON]);
  expect(await listNotifications(person, MATCH_ENDED)).toEqual([]);
  await unpublishProfile(context.deps, person);
  expect(await listNotifications(other, MATCH_ENDED)).toEqual([REASON]);
  await expect(respondToMatch(context.deps, toActor(other), matchId, 'accept')).rejects.toThrow(
    'This match ended because a player unpublished their profile.',
  );
  // Publishing again allows new matches, but doesn't reopen one that has ended.
  await publishProfile(context.deps, person);
  expect(await readStatus()).toBe('expired');
});

test('keeps a match when the profile is saved and republished within the hour', async () => {
  await saveProfile(context.deps, person, person.profile);
  setTimeAt(HOUR_MS - 1);
  expect(await announceEdits()).toBe(0);
  await saveProfile(context.deps, person, person.profile);
  await publishProfile(context.deps, person);
  setTimeAt(3 * HOUR_MS);
  expect(await announceEdits()).toBe(0);
  expect(await readStatus()).toBe('proposed');
  expect(await listNotifications(other, MATCH_ENDED)).toEqual([]);
});

test('withdraws the matches of a profile unpublished for an hour and notifies everyone once', async () => {
  await saveProfile(context.deps, person, person.profile);
  setTimeAt(HOUR_MS / 2);
  // Saving again doesn't restart the hour.
  await saveProfile(context.deps, person, person.profile);
  setTimeAt(HOUR_MS);
  expect(await announceEdits()).toBe(1);
  expect(await announceEdits()).toBe(0);
  expect(await readStatus()).toBe('expired');
  expect(await listNotifications(other, MATCH_ENDED)).toEqual([REASON]);
  expect(await listNotifications(person, 'Your open matches and your party have ended')).toEqual([
    "You saved your profile but didn't publish it again within an hour. The others are no longer waiting for you.",
  ]);
});

test('notifies nobody when there is no open match, and skips profiles that were never published', async () => {
  await unpublishProfile(context.deps, person);
  await publishProfile(context.deps, person);
  await saveProfile(context.deps, person, person.profile);
  setTimeAt(2 * HOUR_MS);
  expect(await announceEdits()).toBe(1);
  expect(await listNotifications(person, 'Your open matches and your party have ended')).toEqual([]);
  await saveProfile(context.deps, person, person.profile);
  setTimeAt(9 * HOUR_MS);
  expect(await announceEdits()).toBe(0);
});

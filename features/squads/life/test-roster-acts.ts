import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { DAY_MS } from '../../../time/units.ts';
import { deleteByAdmin } from '../../accounts/account-admin/account-admin.commands.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { changeSquadLink, joinSquadByLink } from '../invitations/squad-invitations.commands.ts';
import { ROSTER_MAX } from '../invitations/squad-invitations.schema.ts';
import { endSquad, leaveSquad, transferCaptaincy } from '../squads.commands.ts';
import { type Act, runForOutcome } from './test-life.ts';
import { end, guestOut, joined, lead, takeOff } from './test-life-changes.ts';
import {
  benchPlayer,
  isBanned,
  isBlocked,
  isIn,
  leader,
  ledBy,
  memberIds,
  ofSquad,
  people,
  speaker,
  unblock,
  type World,
} from './test-life-world.ts';

const BLOCKS_MOST = 5;

/** Returns the refusal an otherwise eligible player gets when joining. */
export function entryProblem(world: World, id: string): 'conflict' | undefined {
  const members = memberIds(world);
  return isBlocked(world, id, members) || members.length >= ROSTER_MAX ? 'conflict' : undefined;
}

/** Picks a player who may join, from the pool or, while the pool has room, from the bench. */
export function newcomer(world: World): Player | undefined {
  const { life, pool, poolSize, bench } = world;
  const others = pool.filter(({ userId }) => !isIn(world, userId));
  return life.pick(pool.length < poolSize + 4 ? [...others, ...bench] : others);
}

/** Actions that make people join, leave, become captain, block, get banned or get deleted, and that end the squad. */
export function rosterActs(world: World): Act[] {
  const { life } = world;
  const { below, press, pick } = life;

  async function link() {
    const who = leader(world);
    const { squad } = world;
    const on = below(6) > 0;
    const done = await press(ledBy(world, who) ?? 'done', (deps) => changeSquadLink(deps, who, squad.id, on));
    if (!done) return;
    const { rows } = await life.deps.db.execute<{ token: string | null }>(sql`
      select link_token as token from squads where id = ${squad.id}`);
    squad.oldLink = squad.link ?? squad.oldLink;
    squad.link = rows[0]!.token;
    expect(squad.link !== null).toBe(on);
  }

  async function comeIn() {
    const { squad } = world;
    if (!squad.link) await link();
    const who = newcomer(world);
    const token = below(8) === 0 ? squad.oldLink : squad.link;
    if (!who || !token) return;
    const denial = isBanned(world, who.userId) ? 'forbidden' : undefined;
    const works = token === squad.link ? undefined : 'not_found';
    const expected = denial ?? works ?? entryProblem(world, who.userId) ?? 'done';
    if (below(6) > 0) {
      if (await press(expected, (deps) => joinSquadByLink(deps, who, token))) await enter(who);
      return;
    }
    // A double tap only joins once.
    const both = await Promise.all([0, 1].map(() => runForOutcome(() => joinSquadByLink(life.deps, who, token))));
    expect(both).toEqual([expected, expected]);
    if (expected === 'done') await enter(who);
  }
  const enter = (who: Player) => joined(world, who, world.squad.invited.get(who.userId) ?? null);

  async function leave() {
    const who = speaker(world);
    const expected = isIn(world, who.userId) ? 'done' : 'not_found';
    if (await press(expected, (deps) => leaveSquad(deps, who, world.squad.id, 'unsaid'))) takeOff(world, who.userId);
  }

  async function handLeadOver() {
    const who = leader(world);
    const to = pick(people(world))!.userId;
    const { id, captain } = world.squad;
    const expected = ledBy(world, who) ?? (to === captain || !isIn(world, to) ? 'conflict' : 'done');
    if (await press(expected, (deps) => transferCaptaincy(deps, who, id, to))) lead(world, to);
  }

  async function ban() {
    const who = pick(people(world).filter(({ userId }) => !isBanned(world, userId)));
    if (!who) return;
    const { userId } = who;
    const wish = { userId, reason: 'Test', days: 1, scope: 'matching' } as const;
    let due: (() => Promise<void>) | undefined;
    const done = await press('done', async (deps) => {
      const { after } = await deps.db.transaction((tx) => banUser(tx, deps, world.admin, wish));
      due = after;
    });
    if (!done) return;
    // Work scheduled for after the commit may be lost when the process crashes.
    if (below(4) > 0) await due?.();
    world.bannedUntil.set(userId, life.now() + DAY_MS);
    world.squad.invited.delete(userId);
    guestOut(world, userId);
    takeOff(world, userId);
  }

  async function block() {
    const [who, other] = [pick(people(world))!, pick(people(world))!];
    if (who === other || world.blocks.size >= BLOCKS_MOST) return;
    const asked = await questionsOf(world, who.userId);
    if (!(await press('done', (deps) => blockPlayer(deps, toActor(who), other.userId, 'block')))) return;
    world.blocks.add(`${who.userId} ${other.userId}`);
    part(world, [who.userId, other.userId], asked);
  }

  async function liftBlock() {
    const pair = pick([...world.blocks]);
    if (pair) await unblock(world, pair);
  }

  async function erase() {
    const { pool, bench, poolSize } = world;
    const who = pick(people(world))!;
    if (pool.length <= 6 && pool.includes(who)) return;
    if (!(await press('done', (deps) => deleteByAdmin(deps, who.userId, false)))) return;
    forget(world, who.userId);
    const at = bench.indexOf(who);
    if (at >= 0) bench[at] = await benchPlayer(world, who.profile.role!);
    else pool.splice(pool.indexOf(who), 1);
    if (pool.length < poolSize) pool.push(await makePlayer(life.deps));
  }

  async function endForAll() {
    if (below(2) > 0) return;
    const who = leader(world);
    if (await press(ledBy(world, who) ?? 'done', (deps) => endSquad(deps, who, world.squad.id))) end(world);
  }

  return [
    ...([
      [1, link],
      [7, comeIn],
      [3, leave],
      [4, handLeadOver],
      [2, ban],
    ] satisfies Act[]),
    ...([
      [3, block],
      [2, liftBlock],
      [2, erase],
      [1, endForAll],
    ] satisfies Act[]),
  ];
}

type Asked = { session_id: string; state: string; over: boolean }[];

/**
 * Reads a player's offers and substitute roles in the squad, because the model doesn't predict the ranking's choice.
 */
async function questionsOf({ life, squad }: World, userId: string): Promise<Asked> {
  const { rows } = await life.deps.db.execute<Asked[number]>(sql`
    select x.session_id, x.state, (s.ends_at <= ${new Date(life.now()).toISOString()} and x.thread_until is null) as over
      from squad_stand_ins x join squad_sessions s on s.id = x.session_id
     where x.squad_id = ${squad.id} and x.user_id = ${userId} and x.state in ('asked', 'in')`);
  return rows;
}

/**
 * Separates two players. A substitute leaves before a member. Of two members, the captain stays; otherwise the blocker
 * leaves.
 */
function part(world: World, [blocker, blocked]: [string, string], asked: Asked): void {
  const { squad } = world;
  if (isIn(world, blocked)) squad.invited.delete(blocker);
  if (isIn(world, blocker)) squad.invited.delete(blocked);
  if (isIn(world, blocker)) {
    if (isIn(world, blocked)) takeOff(world, squad.captain === blocker ? blocked : blocker);
    else guestOut(world, blocked);
    return;
  }
  const beside = ofSquad(world).filter(({ id }) => asked.some((one) => one.session_id === id));
  const meet = isIn(world, blocked) || beside.some(({ guests }) => guests.has(blocked));
  if (meet && asked.some(({ over }) => !over)) guestOut(world, blocker);
}

/** Removes an account and everything that refers to it. */
function forget(world: World, id: string): void {
  const { squad, sessions, blocks, bannedUntil } = world;
  squad.invited.delete(id);
  guestOut(world, id);
  takeOff(world, id);
  for (const one of sessions.values()) {
    one.answers.delete(id);
    one.guests.delete(id);
    if (one.asked?.delete(id)) one.wordsLost = true;
    if (one.proposer === id) one.proposer = null;
  }
  for (const map of [squad.former, squad.sought, squad.mutes, squad.places, bannedUntil]) map.delete(id);
  for (const own of squad.mutes.values()) own.delete(id);
  for (const pair of blocks) if (pair.includes(id)) blocks.delete(pair);
  for (const message of squad.messages) {
    if (message.author === id) Object.assign(message, { author: null, text: '', removed: 'account' });
  }
}

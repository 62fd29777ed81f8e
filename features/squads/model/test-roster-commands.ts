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
import { type Command, runForOutcome } from './test-model-run.ts';
import {
  getCaptainRefusal,
  isBanned,
  isBlocked,
  isInSquad,
  listMemberIds,
  listPlayers,
  listSquadSessions,
  makeBenchPlayer,
  pickCaptainOrOther,
  pickMemberOrOther,
  type SquadModel,
  unblock,
} from './test-squad-model.ts';
import { addMember, endModelSquad, removeMember, removeSubstitute, setCaptain } from './test-squad-model-changes.ts';

const MAX_BLOCKS = 5;

/** Returns the expected refusal when an otherwise eligible player joins. */
export function findJoinProblem(model: SquadModel, id: string): 'conflict' | undefined {
  const members = listMemberIds(model);
  return isBlocked(model, id, members) || members.length >= ROSTER_MAX ? 'conflict' : undefined;
}

/** Picks a player who may join, from the pool or, if the pool has room, from the bench. */
export function pickNewcomer(model: SquadModel): Player | undefined {
  const { run, pool, poolSize, bench } = model;
  const others = pool.filter(({ userId }) => !isInSquad(model, userId));
  return run.pick(pool.length < poolSize + 4 ? [...others, ...bench] : others);
}

/**
 * Returns commands that add and remove members, change the captain, block, ban and delete players, and end the squad.
 */
export function createRosterCommands(model: SquadModel): Command[] {
  const { run } = model;
  const { below, press, pick } = run;

  async function changeLink() {
    const player = pickCaptainOrOther(model);
    const { squad } = model;
    const isOn = below(6) > 0;
    const done = await press(getCaptainRefusal(model, player) ?? 'done', (deps) =>
      changeSquadLink(deps, player, squad.id, isOn),
    );
    if (!done) return;
    const { rows } = await run.deps.db.execute<{ token: string | null }>(sql`
      select link_token as token from squads where id = ${squad.id}`);
    squad.oldLink = squad.link ?? squad.oldLink;
    squad.link = rows[0]!.token;
    expect(squad.link !== null).toBe(isOn);
  }

  async function joinByLink() {
    const { squad } = model;
    if (!squad.link) await changeLink();
    const player = pickNewcomer(model);
    const token = below(8) === 0 ? squad.oldLink : squad.link;
    if (!player || !token) return;
    const denial = isBanned(model, player.userId) ? 'forbidden' : undefined;
    const works = token === squad.link ? undefined : 'not_found';
    const expected = denial ?? works ?? findJoinProblem(model, player.userId) ?? 'done';
    if (below(6) > 0) {
      if (await press(expected, (deps) => joinSquadByLink(deps, player, token))) await addJoiner(player);
      return;
    }
    // A double tap joins only once.
    const outcomes = await Promise.all([0, 1].map(() => runForOutcome(() => joinSquadByLink(run.deps, player, token))));
    expect(outcomes).toEqual([expected, expected]);
    if (expected === 'done') await addJoiner(player);
  }
  const addJoiner = (player: Player) => addMember(model, player, model.squad.invited.get(player.userId) ?? null);

  async function leave() {
    const player = pickMemberOrOther(model);
    const expected = isInSquad(model, player.userId) ? 'done' : 'not_found';
    if (await press(expected, (deps) => leaveSquad(deps, player, model.squad.id, 'unsaid')))
      removeMember(model, player.userId);
  }

  async function transferLead() {
    const player = pickCaptainOrOther(model);
    const to = pick(listPlayers(model))!.userId;
    const { id, captain } = model.squad;
    const expected =
      getCaptainRefusal(model, player) ?? (to === captain || !isInSquad(model, to) ? 'conflict' : 'done');
    if (await press(expected, (deps) => transferCaptaincy(deps, player, id, to))) setCaptain(model, to);
  }

  async function ban() {
    const player = pick(listPlayers(model).filter(({ userId }) => !isBanned(model, userId)));
    if (!player) return;
    const { userId } = player;
    const ban = { userId, reason: 'Test', days: 1, scope: 'matching' } as const;
    let due: (() => Promise<void>) | undefined;
    const done = await press('done', async (deps) => {
      const { after } = await deps.db.transaction((tx) => banUser(tx, deps, model.admin, ban));
      due = after;
    });
    if (!done) return;
    // Work scheduled for after the commit may be lost when the process crashes.
    if (below(4) > 0) await due?.();
    model.bannedUntil.set(userId, run.now() + DAY_MS);
    model.squad.invited.delete(userId);
    removeSubstitute(model, userId);
    removeMember(model, userId);
  }

  async function block() {
    const [player, other] = [pick(listPlayers(model))!, pick(listPlayers(model))!];
    if (player === other || model.blocks.size >= MAX_BLOCKS) return;
    const offers = await listOffers(model, player.userId);
    if (!(await press('done', (deps) => blockPlayer(deps, toActor(player), other.userId, 'block')))) return;
    model.blocks.add(`${player.userId} ${other.userId}`);
    separatePlayers(model, [player.userId, other.userId], offers);
  }

  async function removeBlock() {
    const pair = pick([...model.blocks]);
    if (pair) await unblock(model, pair);
  }

  async function erase() {
    const { pool, bench, poolSize } = model;
    const player = pick(listPlayers(model))!;
    if (pool.length <= 6 && pool.includes(player)) return;
    if (!(await press('done', (deps) => deleteByAdmin(deps, player.userId, false)))) return;
    forgetAccount(model, player.userId);
    const index = bench.indexOf(player);
    if (index >= 0) bench[index] = await makeBenchPlayer(model, player.profile.role!);
    else pool.splice(pool.indexOf(player), 1);
    if (pool.length < poolSize) pool.push(await makePlayer(run.deps));
  }

  async function endForEveryone() {
    if (below(2) > 0) return;
    const player = pickCaptainOrOther(model);
    if (await press(getCaptainRefusal(model, player) ?? 'done', (deps) => endSquad(deps, player, model.squad.id)))
      endModelSquad(model);
  }

  return [
    ...([
      [1, changeLink],
      [7, joinByLink],
      [3, leave],
      [4, transferLead],
      [2, ban],
    ] satisfies Command[]),
    ...([
      [3, block],
      [2, removeBlock],
      [2, erase],
      [1, endForEveryone],
    ] satisfies Command[]),
  ];
}

type Offers = { session_id: string; state: string; over: boolean }[];

/** Reads a player's offers and substitute roles in the squad, because the model can't predict the ranking. */
async function listOffers({ run, squad }: SquadModel, userId: string): Promise<Offers> {
  const { rows } = await run.deps.db.execute<Offers[number]>(sql`
    select x.session_id, x.state, (s.ends_at <= ${new Date(run.now()).toISOString()} and x.thread_until is null) as over
      from squad_stand_ins x join squad_sessions s on s.id = x.session_id
     where x.squad_id = ${squad.id} and x.user_id = ${userId} and x.state in ('asked', 'in')`);
  return rows;
}

/**
 * Separates two players after a block. Substitutes leave before members. Of two members, the captain stays; otherwise
 * the blocker leaves.
 */
function separatePlayers(model: SquadModel, [blocker, blocked]: [string, string], offers: Offers): void {
  const { squad } = model;
  if (isInSquad(model, blocked)) squad.invited.delete(blocker);
  if (isInSquad(model, blocker)) squad.invited.delete(blocked);
  if (isInSquad(model, blocker)) {
    if (isInSquad(model, blocked)) removeMember(model, squad.captain === blocker ? blocked : blocker);
    else removeSubstitute(model, blocked);
    return;
  }
  const otherSessions = listSquadSessions(model).filter(({ id }) => offers.some((one) => one.session_id === id));
  const meet = isInSquad(model, blocked) || otherSessions.some(({ guests }) => guests.has(blocked));
  if (meet && offers.some(({ over }) => !over)) removeSubstitute(model, blocker);
}

/** Removes an account and everything that refers to it. */
function forgetAccount(model: SquadModel, id: string): void {
  const { squad, sessions, blocks, bannedUntil } = model;
  squad.invited.delete(id);
  removeSubstitute(model, id);
  removeMember(model, id);
  for (const one of sessions.values()) {
    one.answers.delete(id);
    one.guests.delete(id);
    if (one.asked?.delete(id)) one.isFeedbackLost = true;
    if (one.proposer === id) one.proposer = null;
  }
  for (const map of [squad.former, squad.poolInvites, squad.mutes, squad.places, bannedUntil]) map.delete(id);
  for (const own of squad.mutes.values()) own.delete(id);
  for (const pair of blocks) if (pair.includes(id)) blocks.delete(pair);
  for (const message of squad.messages) {
    if (message.author === id) Object.assign(message, { author: null, text: '', removed: 'account' });
  }
}

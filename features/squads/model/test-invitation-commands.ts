import { expect } from 'vitest';
import { DAY_MS } from '../../../time/units.ts';
import { rankReplacements } from '../../matches/replacement-ranking.commands.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { inviteFromPool } from '../invitations/pool-invitations.commands.ts';
import {
  answerSquadInvitation,
  inviteToSquad,
  withdrawSquadInvitation,
} from '../invitations/squad-invitations.commands.ts';
import { listInvitedPlayers } from '../invitations/squad-invitations.queries.ts';
import { ROSTER_MAX, SQUAD_INVITED_MAX } from '../invitations/squad-invitations.schema.ts';
import type { Command } from './test-model-run.ts';
import { findJoinProblem, pickNewcomer } from './test-roster-commands.ts';
import {
  getCaptainRefusal,
  getPlayer,
  isBanned,
  isBlocked,
  isInSquad,
  listMemberIds,
  listPlayers,
  pickCaptainOrOther,
  SIZE,
  type SquadModel,
} from './test-squad-model.ts';
import { addMember } from './test-squad-model-changes.ts';

/** Number of candidates considered, best fit first. */
const MAX_RANKED = 10;
const INVITE_AGAIN_MS = 30 * DAY_MS;

/** Returns commands that invite players by name or from the pool, and that answer invitations. */
export function createInvitationCommands(model: SquadModel): Command[] {
  const { run } = model;
  const { below, press, pick } = run;

  async function invite() {
    const { squad } = model;
    const [captainId, to] = [pickCaptainOrOther(model), pick(listPlayers(model))!.userId];
    const isOpen = squad.invited.has(to) || canBeInvited(model, to);
    const expected =
      captainId.userId === to ? 'invalid' : (getCaptainRefusal(model, captainId) ?? (isOpen ? 'done' : 'conflict'));
    const done = await press(expected, (deps) => inviteToSquad(deps, captainId, squad.id, to));
    if (done && !squad.invited.has(to)) squad.invited.set(to, null);
  }

  async function withdraw() {
    const { squad } = model;
    const player = pickCaptainOrOther(model);
    const to = pick([...squad.invited.keys()]) ?? pick(listPlayers(model))!.userId;
    const done = await press(getCaptainRefusal(model, player) ?? 'done', (deps) =>
      withdrawSquadInvitation(deps, player, squad.id, to),
    );
    if (done) squad.invited.delete(to);
  }

  async function answerInvitation() {
    const { squad } = model;
    const player = pickInvited(model) ?? pickNewcomer(model);
    if (!player) return;
    const hasRoom = !model.bench.includes(player) || model.pool.length < model.poolSize + 4;
    const accept = hasRoom && below(4) > 0;
    const expected = accept ? predictAcceptance(model, player) : squad.invited.has(player.userId) ? 'done' : 'conflict';
    const seat = squad.invited.get(player.userId) ?? null;
    if (!(await press(expected, (deps) => answerSquadInvitation(deps, player, squad.id, accept)))) return;
    if (!accept) squad.invited.delete(player.userId);
    else if (!isInSquad(model, player.userId)) await addMember(model, player, seat);
  }

  async function inviteFromRanking() {
    const { squad } = model;
    const player = pickCaptainOrOther(model);
    const seat = pick(POSITIONS)!;
    const since = run.now() - INVITE_AGAIN_MS;
    const recent = [...squad.poolInvites].filter(([, at]) => at > since).map(([id]) => id);
    const group = {
      kind: 'squad' as const,
      memberIds: listMemberIds(model),
      seat,
      exceptIds: [...recent, ...squad.former],
    };
    const problem = getCaptainRefusal(model, player) ?? (isSeatTaken(model, seat) ? 'conflict' : undefined);
    const rankedPlayers = problem ? [] : await rankReplacements(run.deps, group, MAX_RANKED);
    const free = rankedPlayers.filter((id) => !squad.invited.has(id) && canBeInvited(model, id));
    const expected = problem ?? (free.length > 0 ? 'done' : 'conflict');
    if (!(await press(expected, (deps) => inviteFromPool(deps, player, squad.id, seat)))) return;
    const found = (await listInvitedPlayers(run.deps.db, squad.id)).filter(({ id }) => !squad.invited.has(id));
    expect(found.map((one) => one.seat)).toEqual([seat]);
    const { id } = found[0]!;
    expect(free).toContain(id);
    expect([recent.includes(id), squad.former.has(id), isInSquad(model, id)]).toEqual([false, false, false]);
    squad.invited.set(id, seat);
    squad.poolInvites.set(id, run.now());
    run.count('found in the pool');
  }

  return [
    [5, invite],
    [1, withdraw],
    [6, answerInvitation],
    [5, inviteFromRanking],
  ];
}

const pickInvited = (model: SquadModel): Player | undefined => {
  const id = model.run.pick([...model.squad.invited.keys()]);
  return id === undefined || model.run.below(6) === 0 ? undefined : getPlayer(model, id);
};

function canBeInvited(model: SquadModel, id: string): boolean {
  const members = listMemberIds(model);
  const isFull = members.length >= ROSTER_MAX || model.squad.invited.size >= SQUAD_INVITED_MAX;
  return !isInSquad(model, id) && !isFull && !isBanned(model, id) && !isBlocked(model, id, members);
}

function predictAcceptance(model: SquadModel, { userId }: Player): string {
  if (isBanned(model, userId)) return 'forbidden';
  if (isInSquad(model, userId)) return 'done';
  return model.squad.invited.has(userId) ? (findJoinProblem(model, userId) ?? 'done') : 'conflict';
}

/** Returns whether the spot is taken or offered, or the squad has enough members to play. */
function isSeatTaken(model: SquadModel, seat: string): boolean {
  const { roster, invited } = model.squad;
  const seats: (string | null)[] = roster.map(({ id, position }) => position ?? getPlayer(model, id).profile.role);
  const open = [...invited.values()].filter((one) => one !== null);
  return seats.length + open.length >= SIZE || [...seats, ...open].includes(seat);
}

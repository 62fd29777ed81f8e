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
import type { Act } from './test-life.ts';
import { joined } from './test-life-changes.ts';
import {
  getPlayer,
  isBanned,
  isBlocked,
  isIn,
  leader,
  ledBy,
  memberIds,
  people,
  SIZE,
  type World,
} from './test-life-world.ts';
import { entryProblem, newcomer } from './test-roster-acts.ts';

/** How many candidates are considered, best fit first. */
const RANKED = 10;
const ASKED_AGAIN_MS = 30 * DAY_MS;

/** Actions that invite players by name or from the pool, and that answer invitations. */
export function invitationActs(world: World): Act[] {
  const { life } = world;
  const { below, press, pick } = life;

  async function invite() {
    const { squad } = world;
    const [who, to] = [leader(world), pick(people(world))!.userId];
    const open = squad.invited.has(to) || mayBeAsked(world, to);
    const expected = who.userId === to ? 'invalid' : (ledBy(world, who) ?? (open ? 'done' : 'conflict'));
    const done = await press(expected, (deps) => inviteToSquad(deps, who, squad.id, to));
    if (done && !squad.invited.has(to)) squad.invited.set(to, null);
  }

  async function takeBack() {
    const { squad } = world;
    const who = leader(world);
    const to = pick([...squad.invited.keys()]) ?? pick(people(world))!.userId;
    const done = await press(ledBy(world, who) ?? 'done', (deps) => withdrawSquadInvitation(deps, who, squad.id, to));
    if (done) squad.invited.delete(to);
  }

  async function answerInvitation() {
    const { squad } = world;
    const who = asked(world) ?? newcomer(world);
    if (!who) return;
    const room = !world.bench.includes(who) || world.pool.length < world.poolSize + 4;
    const accept = room && below(4) > 0;
    const expected = accept ? acceptance(world, who) : squad.invited.has(who.userId) ? 'done' : 'conflict';
    const seat = squad.invited.get(who.userId) ?? null;
    if (!(await press(expected, (deps) => answerSquadInvitation(deps, who, squad.id, accept)))) return;
    if (!accept) squad.invited.delete(who.userId);
    else if (!isIn(world, who.userId)) await joined(world, who, seat);
  }

  async function seek() {
    const { squad } = world;
    const who = leader(world);
    const seat = pick(POSITIONS)!;
    const since = life.now() - ASKED_AGAIN_MS;
    const lately = [...squad.sought].filter(([, at]) => at > since).map(([id]) => id);
    const group = {
      kind: 'squad' as const,
      memberIds: memberIds(world),
      seat,
      exceptIds: [...lately, ...squad.former],
    };
    const problem = ledBy(world, who) ?? (seatIsTaken(world, seat) ? 'conflict' : undefined);
    const ranked = problem ? [] : await rankReplacements(life.deps, group, RANKED);
    const free = ranked.filter((id) => !squad.invited.has(id) && mayBeAsked(world, id));
    const expected = problem ?? (free.length > 0 ? 'done' : 'conflict');
    if (!(await press(expected, (deps) => inviteFromPool(deps, who, squad.id, seat)))) return;
    const found = (await listInvitedPlayers(life.deps.db, squad.id)).filter(({ id }) => !squad.invited.has(id));
    expect(found.map((one) => one.seat)).toEqual([seat]);
    const { id } = found[0]!;
    expect(free).toContain(id);
    expect([lately.includes(id), squad.former.has(id), isIn(world, id)]).toEqual([false, false, false]);
    squad.invited.set(id, seat);
    squad.sought.set(id, life.now());
    life.count('found in the pool');
  }

  return [
    [5, invite],
    [1, takeBack],
    [6, answerInvitation],
    [5, seek],
  ];
}

const asked = (world: World): Player | undefined => {
  const id = world.life.pick([...world.squad.invited.keys()]);
  return id === undefined || world.life.below(6) === 0 ? undefined : getPlayer(world, id);
};

function mayBeAsked(world: World, id: string): boolean {
  const members = memberIds(world);
  const full = members.length >= ROSTER_MAX || world.squad.invited.size >= SQUAD_INVITED_MAX;
  return !isIn(world, id) && !full && !isBanned(world, id) && !isBlocked(world, id, members);
}

function acceptance(world: World, { userId }: Player): string {
  if (isBanned(world, userId)) return 'forbidden';
  if (isIn(world, userId)) return 'done';
  return world.squad.invited.has(userId) ? (entryProblem(world, userId) ?? 'done') : 'conflict';
}

/** Returns whether the spot is taken or offered, or the squad already has as many members as play at once. */
function seatIsTaken(world: World, seat: string): boolean {
  const { roster, invited } = world.squad;
  const seats: (string | null)[] = roster.map(({ id, position }) => position ?? getPlayer(world, id).profile.role);
  const open = [...invited.values()].filter((one) => one !== null);
  return seats.length + open.length >= SIZE || [...seats, ...open].includes(seat);
}

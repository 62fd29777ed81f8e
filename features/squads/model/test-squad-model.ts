import { DAY_MS } from '../../../time/units.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { unblockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { readThread } from '../../threads/threads.commands.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';
import { makeSquad } from '../squads.factory.ts';
import type { ModelRun } from './test-model-run.ts';

export const SIZE = 5;
/** Positions in the order a match assigns them. */
const SEAT_ORDER = ['PG', 'C', 'SG', 'SF', 'PF'] as const;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The message numbers at which a player joined the chat and up to which they've read. */
type ReadPosition = { from: number; read: number };
export type Message = { author: string | null; clientId: string; text: string; removed: string | null; at: number };
type Guest = { here: boolean; until: number | null };

/** The expected state of the current squad. */
type ModelSquad = {
  id: string;
  threadId: string;
  /** Longest-serving member first. */
  roster: { id: string; position: Position | null }[];
  /** Null once the squad has ended. */
  captain: string | null;
  /** The spot of each invited player; null when they were invited by name. */
  invited: Map<string, Position | null>;
  link: string | null;
  oldLink: string | null;
  former: Set<string>;
  /** When each player was invited from the pool. */
  poolInvites: Map<string, number>;
  places: Map<string, ReadPosition>;
  /** Former members who can read the chat of the ended squad. */
  formerReaders: string[];
  messages: Message[];
  mutes: Map<string, Set<string>>;
  notifyAt: number | null;
};

export type Session = {
  id: string;
  squadId: string;
  start: number;
  end: number;
  /** The answer deadline. */
  closes: number;
  version: number;
  proposer: string | null;
  canceled: boolean;
  follows: string | null;
  startsNow: boolean;
  answers: Map<string, { answer: SessionAnswer; here: boolean }>;
  /** Substitutes, with whether they've checked in and until when they can write in the chat. */
  guests: Map<string, Guest>;
  /** Players asked for feedback; null before that. */
  asked: Set<string> | null;
  /**
   * True when a deleted account may have given feedback. The feedback is deleted, but its effect on others remains
   * until the next feedback.
   */
  isFeedbackLost: boolean;
  /** The members' last notification, the number of notifications, and since when the last one is outdated. */
  notified: { isConfirmed: boolean; count: number; differs: number | null };
  /** The state of the substitute search; null when there is none. */
  search: { pressed: boolean; stopped: boolean; filled: boolean } | null;
};

export type SquadModel = {
  run: ModelRun;
  admin: { userId: string };
  poolSize: number;
  pool: Player[];
  /** Players available at all hours and in every position. They move to the pool when they join. */
  bench: Player[];
  squad: ModelSquad;
  sessions: Map<string, Session>;
  bannedUntil: Map<string, number>;
  /** Blocks as `blockerId blockedId`. */
  blocks: Set<string>;
};

export function makeBenchPlayer({ run }: Pick<SquadModel, 'run'>, role: Position): Promise<Player> {
  return makePlayer(run.deps, {
    ...{ role, flex_positions: POSITIONS.filter((one) => one !== role), timezone: 'UTC' },
    availability: [{ days: [...DAYS], start: '00:00', end: '24:00' }],
  });
}

export async function createSquadModel(run: ModelRun, poolSize: number): Promise<SquadModel> {
  const { deps } = run;
  const admin = await makeAdmin(deps);
  const pool: Player[] = [];
  for (let i = 0; i < poolSize; i++) pool.push(await makePlayer(deps));
  const bench: Player[] = [];
  for (const role of POSITIONS) bench.push(await makeBenchPlayer({ run }, role));
  const empty = { sessions: new Map(), bannedUntil: new Map(), blocks: new Set<string>() };
  const model = { run, admin, poolSize, pool, bench, ...empty, squad: undefined as unknown as ModelSquad };
  await formSquad(model);
  return model;
}

/** Matches five players from the pool. If too few are compatible, it removes blocks and lets bans expire first. */
export async function formSquad(model: SquadModel): Promise<void> {
  const { run, blocks } = model;
  let players = pickCompatiblePlayers(model);
  if (players.length < SIZE) {
    run.pass(DAY_MS);
    for (const pair of blocks) await unblock(model, pair);
    while (model.pool.length < SIZE) model.pool.push(await makePlayer(run.deps));
    players = pickCompatiblePlayers(model);
  }
  const { squadId: id } = await makeSquad(run.deps, players);
  const { id: threadId } = await readThread(run.deps, players[0]!, { kind: 'squad', subjectId: id }, {});
  model.squad = {
    ...{ id, threadId, captain: players[0]!.userId, link: null, oldLink: null, messages: [], notifyAt: null },
    roster: players.map(({ userId }, index) => ({ id: userId, position: SEAT_ORDER[index]! })),
    ...{ invited: new Map(), former: new Set(), poolInvites: new Map(), places: new Map(), mutes: new Map() },
    formerReaders: [],
  };
  updateReadPositions(model);
}

function pickCompatiblePlayers(model: SquadModel): Player[] {
  const players: Player[] = [];
  const start = model.run.below(model.pool.length);
  for (const user of [...model.pool.slice(start), ...model.pool.slice(0, start)]) {
    const others = players.map(({ userId }) => userId);
    const isAllowed = !isBanned(model, user.userId) && !isBlocked(model, user.userId, others);
    if (isAllowed && players.length < SIZE) players.push(user);
  }
  return players;
}

export async function unblock(model: SquadModel, pair: string): Promise<void> {
  const [one, other] = pair.split(' ') as [string, string];
  await unblockPlayer(model.run.deps, toActor(getPlayer(model, one)), other);
  model.blocks.delete(pair);
}

/** Sets the read position of players who joined the chat in the last step, and removes those who left. */
export function updateReadPositions(model: SquadModel): void {
  const { squad } = model;
  const guests = listSquadSessions(model).flatMap((one) => [...one.guests].filter(([, { until }]) => until !== null));
  const insiderIds = new Set([...listMemberIds(model), ...guests.map(([id]) => id)]);
  for (const id of squad.places.keys()) if (!insiderIds.has(id)) squad.places.delete(id);
  const { length } = squad.messages;
  for (const id of insiderIds) if (!squad.places.has(id)) squad.places.set(id, { from: length, read: length });
}

export const listPlayers = ({ pool, bench }: SquadModel): Player[] => [...pool, ...bench];
export const getPlayer = (model: SquadModel, id: string): Player =>
  listPlayers(model).find(({ userId }) => userId === id)!;
export const listMemberIds = ({ squad }: SquadModel): string[] => squad.roster.map(({ id }) => id);
export const isInSquad = ({ squad }: SquadModel, id: string): boolean => squad.roster.some((one) => one.id === id);
export const isBanned = ({ bannedUntil, run }: SquadModel, id: string): boolean =>
  (bannedUntil.get(id) ?? 0) > run.now();
export const isBlocked = ({ blocks }: SquadModel, id: string, others: readonly string[]): boolean =>
  others.some((other) => blocks.has(`${id} ${other}`) || blocks.has(`${other} ${id}`));

export const listSquadSessions = ({ squad, sessions }: SquadModel): Session[] =>
  [...sessions.values()].filter(({ squadId }) => squadId === squad.id);

const pickMember = (model: SquadModel): Player => getPlayer(model, model.run.pick(model.squad.roster)!.id);
/** Returns a member or, occasionally, a player who isn't one. */
export const pickMemberOrOther = (model: SquadModel): Player =>
  model.run.below(20) === 0 ? model.run.pick(listPlayers(model))! : pickMember(model);
/** Returns the captain or, occasionally, someone else. */
export const pickCaptainOrOther = (model: SquadModel): Player =>
  model.run.below(6) === 0 ? pickMemberOrOther(model) : getPlayer(model, model.squad.captain!);
/** Returns the expected refusal of a captain's action; undefined for the captain. */
export function getCaptainRefusal(model: SquadModel, { userId }: Player): 'not_found' | 'forbidden' | undefined {
  if (!isInSquad(model, userId)) return 'not_found';
  return model.squad.captain === userId ? undefined : 'forbidden';
}

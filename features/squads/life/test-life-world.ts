import { DAY_MS } from '../../../time/units.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { unblockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { POSITIONS, type Position } from '../../profiles/game.schema.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { readThread } from '../../threads/threads.commands.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';
import { makeSquad } from '../squads.factory.ts';
import type { Life } from './test-life.ts';

export const SIZE = 5;
/** Positions of players in a match, in order. */
const SEATS = ['PG', 'C', 'SG', 'SF', 'PF'] as const;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** When a player joined the chat and how far they've read, both as message numbers. */
type Place = { from: number; read: number };
export type Message = { author: string | null; clientId: string; text: string; removed: string | null; at: number };
type Guest = { here: boolean; until: number | null };

/** The expected state of the current squad. */
type LivedSquad = {
  id: string;
  threadId: string;
  /** Longest-serving member first. */
  roster: { id: string; position: Position | null }[];
  /** Null once the squad has ended. */
  captain: string | null;
  /** Invited players, each with the spot they're invited for. */
  invited: Map<string, Position | null>;
  link: string | null;
  oldLink: string | null;
  former: Set<string>;
  /** Players invited from the pool, each with the time. */
  sought: Map<string, number>;
  places: Map<string, Place>;
  /** Who can still read the chat once the squad has ended. */
  keepers: string[];
  messages: Message[];
  mutes: Map<string, Set<string>>;
  tellAt: number | null;
};

export type Session = {
  id: string;
  squadId: string;
  start: number;
  end: number;
  /** The deadline for answering. */
  closes: number;
  version: number;
  proposer: string | null;
  calledOff: boolean;
  follows: string | null;
  atOnce: boolean;
  answers: Map<string, { answer: SessionAnswer; here: boolean }>;
  /** Substitutes: whether they've checked in, and until when they can write in the chat. */
  guests: Map<string, Guest>;
  /** Who was asked for feedback; null until then. */
  asked: Set<string> | null;
  /**
   * True when a deleted account may have given feedback. That feedback is deleted with it, but its effect on others
   * stays until the next feedback.
   */
  wordsLost: boolean;
  /** The last notification to members, how many there were, and since when the last one is outdated. */
  told: { stands: boolean; count: number; differs: number | null };
  /** The state of the search for substitutes; null when there is none. */
  search: { pressed: boolean; stopped: boolean; filled: boolean } | null;
};

export type World = {
  life: Life;
  admin: { userId: string };
  poolSize: number;
  pool: Player[];
  /** Players available at all hours and in every position. Anyone who joins is part of the pool from then on. */
  bench: Player[];
  squad: LivedSquad;
  sessions: Map<string, Session>;
  bannedUntil: Map<string, number>;
  /** Who has blocked whom, as `one other`. */
  blocks: Set<string>;
};

export function benchPlayer({ life }: Pick<World, 'life'>, role: Position): Promise<Player> {
  return makePlayer(life.deps, {
    ...{ role, flex_positions: POSITIONS.filter((one) => one !== role), timezone: 'UTC' },
    availability: [{ days: [...DAYS], start: '00:00', end: '24:00' }],
  });
}

export async function openWorld(life: Life, poolSize: number): Promise<World> {
  const { deps } = life;
  const admin = await makeAdmin(deps);
  const pool: Player[] = [];
  for (let i = 0; i < poolSize; i++) pool.push(await makePlayer(deps));
  const bench: Player[] = [];
  for (const role of POSITIONS) bench.push(await benchPlayer({ life }, role));
  const empty = { sessions: new Map(), bannedUntil: new Map(), blocks: new Set<string>() };
  const world = { life, admin, poolSize, pool, bench, ...empty, squad: undefined as unknown as LivedSquad };
  await found(world);
  return world;
}

/** Matches five players from the pool. If too few can meet, it lifts blocks and lets bans expire first. */
export async function found(world: World): Promise<void> {
  const { life, blocks } = world;
  let five = couldMeet(world);
  if (five.length < SIZE) {
    life.pass(DAY_MS);
    for (const pair of blocks) await unblock(world, pair);
    while (world.pool.length < SIZE) world.pool.push(await makePlayer(life.deps));
    five = couldMeet(world);
  }
  const { squadId: id } = await makeSquad(life.deps, five);
  const { id: threadId } = await readThread(life.deps, five[0]!, { kind: 'squad', subjectId: id }, {});
  world.squad = {
    ...{ id, threadId, captain: five[0]!.userId, link: null, oldLink: null, messages: [], tellAt: null },
    roster: five.map(({ userId }, at) => ({ id: userId, position: SEATS[at]! })),
    ...{ invited: new Map(), former: new Set(), sought: new Map(), places: new Map(), mutes: new Map() },
    keepers: [],
  };
  settle(world);
}

function couldMeet(world: World): Player[] {
  const five: Player[] = [];
  const start = world.life.below(world.pool.length);
  for (const who of [...world.pool.slice(start), ...world.pool.slice(0, start)]) {
    const others = five.map(({ userId }) => userId);
    const may = !isBanned(world, who.userId) && !isBlocked(world, who.userId, others);
    if (may && five.length < SIZE) five.push(who);
  }
  return five;
}

/** Removes one player's block of another. */
export async function unblock(world: World, pair: string): Promise<void> {
  const [one, other] = pair.split(' ') as [string, string];
  await unblockPlayer(world.life.deps, toActor(getPlayer(world, one)), other);
  world.blocks.delete(pair);
}

/**
 * Gives players who joined the chat in the last step their starting place, and removes the places of those who left.
 */
export function settle(world: World): void {
  const { squad } = world;
  const guests = ofSquad(world).flatMap((one) => [...one.guests].filter(([, { until }]) => until !== null));
  const inside = new Set([...memberIds(world), ...guests.map(([id]) => id)]);
  for (const id of squad.places.keys()) if (!inside.has(id)) squad.places.delete(id);
  const { length } = squad.messages;
  for (const id of inside) if (!squad.places.has(id)) squad.places.set(id, { from: length, read: length });
}

export const people = ({ pool, bench }: World): Player[] => [...pool, ...bench];
export const getPlayer = (world: World, id: string): Player => people(world).find(({ userId }) => userId === id)!;
export const memberIds = ({ squad }: World): string[] => squad.roster.map(({ id }) => id);
export const isIn = ({ squad }: World, id: string): boolean => squad.roster.some((one) => one.id === id);
export const isBanned = ({ bannedUntil, life }: World, id: string): boolean => (bannedUntil.get(id) ?? 0) > life.now();
export const isBlocked = ({ blocks }: World, id: string, others: readonly string[]): boolean =>
  others.some((other) => blocks.has(`${id} ${other}`) || blocks.has(`${other} ${id}`));

export const ofSquad = ({ squad, sessions }: World): Session[] =>
  [...sessions.values()].filter(({ squadId }) => squadId === squad.id);

const member = (world: World): Player => getPlayer(world, world.life.pick(world.squad.roster)!.id);
/** Returns a member or, occasionally, a player who isn't one. */
export const speaker = (world: World): Player =>
  world.life.below(20) === 0 ? world.life.pick(people(world))! : member(world);
/** Returns the captain or, occasionally, someone else. */
export const leader = (world: World): Player =>
  world.life.below(6) === 0 ? speaker(world) : getPlayer(world, world.squad.captain!);
/** Returns the refusal a player gets for a captain's action; undefined for the captain. */
export function ledBy(world: World, { userId }: Player): 'not_found' | 'forbidden' | undefined {
  if (!isIn(world, userId)) return 'not_found';
  return world.squad.captain === userId ? undefined : 'forbidden';
}

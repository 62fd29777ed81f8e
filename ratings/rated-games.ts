import { DAILY_GAMES_PER_PAIRING, MAX_SIDE } from './rating-settings.ts';

/** One side of a game. The score only decides which side won. */
export type GameSide = {
  score: number;
  /** Ids of the players; no one is listed twice in a game. */
  players: readonly string[];
  /** The share of the game that each player played, above 0 and up to 1. If omitted, everyone played the whole game. */
  presence?: readonly number[] | undefined;
  /** Number of players without an account. They count as players without games and aren't rated. */
  guests?: number | undefined;
};

/** A confirmed game. With one side, its opponents are unknown, and it isn't rated. */
export type ConfirmedGame = {
  id: string;
  /** When it was played, in milliseconds. Games are rated in this order, so late confirmations don't matter. */
  playedAt: number;
  mode: string;
  sides: readonly [GameSide] | readonly [GameSide, GameSide];
};

/** A game's position in the order of games. */
export type GamePosition = Pick<ConfirmedGame, 'id' | 'playedAt'>;

/** Why a confirmed game isn't rated. */
export type UnratedReason = 'one-sided' | 'daily-limit';

/** Compares by time, then by id, in the one order in which games are rated. Ids are compared as code units. */
export function compareGames(a: GamePosition, b: GamePosition): number {
  if (a.playedAt !== b.playedAt) return a.playedAt - b.playedAt;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** A side's players in the order of their ids, so that no sum depends on the order in which a roster was listed. */
export type Roster = { players: string[]; presence: number[]; guests: number };

/**
 * Checks a game and returns its rosters.
 * @throws RangeError that names the game and what's wrong with it
 */
export function readRosters(game: ConfirmedGame): [Roster, Roster?] {
  const [first, second] = game.sides;
  if (!Number.isSafeInteger(game.playedAt)) fail(game, 'playedAt must be whole milliseconds');
  const roster = readRoster(game, first);
  if (!second) return [roster];
  const opponents = readRoster(game, second);
  if (hasCommonPlayer(roster.players, opponents.players)) fail(game, 'a player is on both sides');
  return [roster, opponents];
}

function fail(game: ConfirmedGame, fault: string): never {
  throw new RangeError(`Game ${game.id}: ${fault}`);
}

function readRoster(game: ConfirmedGame, { score, players, presence, guests = 0 }: GameSide): Roster {
  const count = players.length;
  if (!Number.isFinite(score)) fail(game, 'a score must be a number');
  if (!Number.isInteger(guests) || guests < 0) fail(game, 'the number of guests must be 0 or more');
  if (count < 1 || count + guests > MAX_SIDE) fail(game, `a side has 1 to ${MAX_SIDE} players`);
  if (presence && presence.length !== count) fail(game, 'presence needs one share for each player');
  const roster: Roster = { players: [], presence: [], guests };
  for (let n = 0; n < count; n++) {
    const share = presence?.[n] ?? 1;
    if (!(share > 0 && share <= 1)) fail(game, 'presence must be above 0 and at most 1');
    insertPlayer(roster, n, players[n]!, share);
  }
  for (let n = 1; n < count; n++) {
    if (roster.players[n] === roster.players[n - 1]) fail(game, 'a player is listed twice');
  }
  return roster;
}

/** Inserts into a sorted roster of `count` players. */
function insertPlayer({ players, presence }: Roster, count: number, player: string, share: number): void {
  let n = count;
  for (; n > 0 && players[n - 1]! > player; n--) {
    players[n] = players[n - 1]!;
    presence[n] = presence[n - 1]!;
  }
  players[n] = player;
  presence[n] = share;
}

/** Returns whether two sorted lists have a player in common. */
function hasCommonPlayer(first: readonly string[], second: readonly string[]): boolean {
  let a = 0;
  let b = 0;
  while (a < first.length && b < second.length) {
    if (first[a] === second[b]) return true;
    if (first[a]! < second[b]!) a++;
    else b++;
  }
  return false;
}

const DAY_MS = 86_400_000;

/** Returns a key for two rosters that doesn't depend on their order. */
function createPairingKey(first: Roster, second: Roster): string {
  const a = first.players.join(' ');
  const b = second.players.join(' ');
  return a < b ? `${a} | ${b}` : `${b} | ${a}`;
}

/** Counts the rated games between each pair of rosters on the current day (UTC). Games must arrive in order. */
export class DailyPairings {
  #day = Number.NEGATIVE_INFINITY;
  #counts = new Map<string, number>();

  /** Continues a day. */
  static restore({ day, counts }: { day: number | null; counts: readonly (readonly [string, number])[] }) {
    const pairings = new DailyPairings();
    pairings.#day = day ?? Number.NEGATIVE_INFINITY;
    pairings.#counts = new Map(counts);
    return pairings;
  }

  /** Counts the game and returns true, or returns false if the two rosters have reached the day's limit. */
  admit(playedAt: number, first: Roster, second: Roster): boolean {
    const day = Math.floor(playedAt / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#counts.clear();
    }
    const key = createPairingKey(first, second);
    const count = this.#counts.get(key) ?? 0;
    if (count >= DAILY_GAMES_PER_PAIRING) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  save(): { day: number | null; counts: [string, number][] } {
    return { day: Number.isFinite(this.#day) ? this.#day : null, counts: [...this.#counts] };
  }
}

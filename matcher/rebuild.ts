import { addSquad, type Board, computeSquadValue, hasBit, releasePlayer } from './board.ts';
import type { SearchBreadth, SearchSpace, SquadGrower } from './grow.ts';
import type { Random } from './random.ts';

/** How many squads to rebuild and how much loss to accept. */
export type RebuildOptions = {
  /** Attempts per squad on the board. */
  times: number;
  /**
   * With 0, accepts only results that are no worse. Above 0, also accepts losses, up to the value of about this many
   * squads, and returns the best state found. A loss is more likely to be accepted when it's small or early.
   */
  heat: number;
  /** Maximum number of squads dissolved at a time. */
  widest: number;
  /** Maximum random points added to the ranking of candidates. */
  noise: number;
  /** Breadth of the search for replacements of the dissolved squads. */
  breadth: SearchBreadth;
};

/**
 * Dissolves a few neighboring squads and builds new ones from their members and the leftover players. Keeps the change
 * if there are more squads, or equally many without losing value. So the search also moves between equally good states.
 * Otherwise undoes the change, except for losses that `heat` allows.
 */
export function rebuildSquads(board: Board, grower: SquadGrower, random: Random, how: RebuildOptions): void {
  const { c } = board;
  const site: Site = { board, grower, random: how.heat > 0 ? random : null };
  // Draw the noise once, then regularly shift it to other players.
  const costs = Float64Array.from({ length: 2 * c.size }, () => random.next() * how.noise);
  const searchOptions: SearchSpace = { from: board.free, breadth: how.breadth, cost: costs };
  const attempts = Math.round(how.times * board.squadCount);
  const maxWeight = c.terms.count ? 1 : c.terms.weights.reduce((sum, weight) => sum + weight, 0);
  const best = how.heat > 0 ? takeSnapshot(board) : undefined;
  for (let n = 0; n < attempts && board.squadCount > 0; n++) {
    if (n % 16 === 0) searchOptions.cost = costs.subarray(random.below(c.size));
    const heat = how.heat * maxWeight * (1 - n / attempts);
    const openedSquads = openSquads(board, random, 1 + random.below(how.widest));
    const before = board.squadCount;
    for (const anchor of chooseAnchors(board, openedSquads.members, random, how.heat > 0)) {
      if (board.squadOf[anchor]! < 0) growBest(site, searchOptions, anchor);
    }
    let value = 0;
    for (let squad = before; squad < board.squadCount; squad++) value += board.value[squad]!;
    const loss = openedSquads.value - value;
    if (loss <= 1e-9 || (heat > 0 && random.next() < Math.exp(-loss / heat))) {
      if (best && sumValues(board) > best.total + 1e-9) Object.assign(best, takeSnapshot(board));
      continue;
    }
    while (board.squadCount > before) removeSquad(board, board.squadCount - 1);
    for (let index = 0; index < openedSquads.members.length; index += c.terms.seats) {
      addSquad(
        board,
        Int32Array.from(openedSquads.members.slice(index, index + c.terms.seats)),
        openedSquads.values[index / c.terms.seats]!,
      );
    }
  }
  if (best && best.total > sumValues(board)) restore(board, best);
}

/**
 * Returns the released players in random order. With `isWide`, also includes some players who were left over before.
 */
function chooseAnchors(board: Board, freedPlayers: readonly number[], random: Random, isWide: boolean): number[] {
  const anchors = freedPlayers.slice();
  for (let n = 0; isWide && n < 4; n++) {
    const player = random.below(board.c.size);
    if (board.squadOf[player]! < 0 && board.c.party[player]! < 0) anchors.push(player);
  }
  return shuffle(anchors, random);
}

type Snapshot = { squads: Int32Array; values: Float64Array; total: number };

function takeSnapshot(board: Board): Snapshot {
  return {
    squads: board.squads.slice(0, board.squadCount * board.c.terms.seats),
    values: board.value.slice(0, board.squadCount),
    total: sumValues(board),
  };
}

function sumValues(board: Board): number {
  let total = 0;
  for (let squad = 0; squad < board.squadCount; squad++) total += board.value[squad]!;
  return total;
}

function restore(board: Board, snapshot: Snapshot): void {
  const { seats } = board.c.terms;
  while (board.squadCount > 0) removeSquad(board, board.squadCount - 1);
  snapshot.values.forEach((value, squad) => {
    addSquad(board, snapshot.squads.slice(squad * seats, (squad + 1) * seats), value);
  });
}

/** Context for building squads. With `random`, a squad other than the best may be picked by chance. */
type Site = { board: Board; grower: SquadGrower; random: Random | null };

const bestGroup = new Int32Array(5);

/** Adds the most valuable squad that a search around `anchor` finds. */
function growBest({ board, grower, random }: Site, searchOptions: SearchSpace, anchor: number): void {
  let bestValue = -1;
  grower.search([anchor], searchOptions, (group) => {
    const value = computeSquadValue(board, group);
    if (value <= bestValue) return false;
    bestValue = value;
    bestGroup.set(group);
    // Sometimes stop early, because always taking the best squad would make some arrangements unreachable.
    return board.c.terms.count || (random !== null && random.next() < 0.3);
  });
  if (bestValue >= 0) addSquad(board, bestGroup, bestValue);
}

type OpenedSquads = { members: number[]; values: number[]; value: number };

/**
 * Dissolves a random squad and up to `count` − 1 others whose members are compatible with its members; parties stay
 * together.
 */
function openSquads(board: Board, random: Random, count: number): OpenedSquads {
  const openedSquads: OpenedSquads = { members: [], values: [], value: 0 };
  let squad = findLooseSquad(board, random.below(board.squadCount));
  while (squad >= 0) {
    const { seats } = board.c.terms;
    const base = squad * seats;
    for (let k = 0; k < seats; k++) openedSquads.members.push(board.squads[base + k]!);
    openedSquads.values.push(board.value[squad]!);
    openedSquads.value += board.value[squad]!;
    removeSquad(board, squad);
    if (openedSquads.values.length === count || board.squadCount === 0) break;
    squad = pickNeighbor(board, random, openedSquads.members);
  }
  return openedSquads;
}

/** Returns the first squad without a party, searching from `from`; -1 if there is none. */
function findLooseSquad(board: Board, from: number): number {
  for (let step = 0; step < board.squadCount; step++) {
    const squad = (from + step) % board.squadCount;
    if (isLoose(board, squad)) return squad;
  }
  return -1;
}

function isLoose(board: Board, squad: number): boolean {
  const { c, squads } = board;
  for (let k = 0; k < c.terms.seats; k++) if (c.party[squads[squad * c.terms.seats + k]!]! >= 0) return false;
  return true;
}

/** Returns a squad with a member who is compatible with one of `members`; -1 if none is found. */
function pickNeighbor(board: Board, random: Random, members: readonly number[]): number {
  const { c, compatible, row, squadOf } = board;
  const member = members[random.below(members.length)]!;
  const start = random.below(row);
  for (let step = 0; step < row; step++) {
    const w = (start + step) % row;
    let bits = compatible[member * row + w]!;
    while (bits !== 0) {
      const lowBit = bits & -bits;
      bits ^= lowBit;
      const player = (w << 5) + 31 - Math.clz32(lowBit);
      const squad = player < c.size ? squadOf[player]! : -1;
      if (squad >= 0 && hasBit(compatible, member * row, player) && isLoose(board, squad)) return squad;
    }
  }
  return -1;
}

/** Releases the members of a squad; the last squad takes its index. */
function removeSquad(board: Board, squad: number): void {
  const { seats } = board.c.terms;
  for (let k = 0; k < seats; k++) releasePlayer(board, board.squads[squad * seats + k]!);
  const last = --board.squadCount;
  if (last === squad) return;
  board.value[squad] = board.value[last]!;
  board.version[squad] = ++board.stamp;
  for (let k = 0; k < seats; k++) {
    const player = board.squads[last * seats + k]!;
    board.squads[squad * seats + k] = player;
    board.squadOf[player] = squad;
  }
}

function shuffle(players: number[], random: Random): number[] {
  for (let i = players.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [players[i], players[j]] = [players[j]!, players[i]!];
  }
  return players;
}

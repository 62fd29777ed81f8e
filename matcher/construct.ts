import { addSquad, type Board, computeSquadValue } from './board.ts';
import type { SearchBreadth, SquadGrower } from './grow.ts';

/**
 * Builds squads out of free players: parties first, then the longest waiting, then those with the fewest compatible
 * players.
 */
export function constructSquads(board: Board, grower: SquadGrower, breadth: SearchBreadth): void {
  for (const party of listPartiesOn(board)) placeParty(board, grower, breadth, party);
  const searchOptions = { from: board.free, breadth, cost: null };
  const accept = (group: Int32Array) => addIfAllowed(board, group);
  for (const anchor of listFreePlayers(board)) {
    if (board.squadOf[anchor]! < 0) grower.search([anchor], searchOptions, accept);
  }
}

/** Returns the free players who want squads and can take a seat, in the order to serve them. */
export function listFreePlayers(board: Board): number[] {
  const { c, degree } = board;
  const seats = c.terms.seats;
  const players: number[] = [];
  for (let i = 0; i < c.size; i++) {
    if (board.squadOf[i]! < 0 && c.party[i]! < 0 && degree[i]! >= seats - 1) players.push(i);
  }
  let tightSeats = 0;
  for (let s = 0; s < seats; s++) if (board.prices[s]! > 0) tightSeats |= 1 << s;
  // Encode the order in one number for a plain numeric sort: longest wait first, then players who can take a scarce
  // seat, then players with few compatible players.
  const keys = new Float64Array(players.length);
  for (let n = 0; n < players.length; n++) {
    const i = players[n]!;
    const crowding = (c.seatMask[i]! & tightSeats) === 0 ? 1 : 0;
    keys[n] = (((MAX_WAITING - c.waiting[i]!) * 2 + crowding) * c.size + degree[i]!) * c.size + i;
  }
  keys.sort();
  for (let n = 0; n < keys.length; n++) players[n] = keys[n]! % c.size;
  return players;
}

/** Maximum value of the waiting column. */
const MAX_WAITING = 65_535;

/** Adds the first valid squad found with these players. Returns whether there was one. */
function growSquad(board: Board, grower: SquadGrower, breadth: SearchBreadth, seeds: readonly number[]): boolean {
  return grower.search(seeds, { from: board.free, breadth, cost: null }, (group) => addIfAllowed(board, group));
}

function addIfAllowed(board: Board, group: Int32Array): boolean {
  const value = computeSquadValue(board, group);
  if (value < 0) return false;
  addSquad(board, group, value);
  return true;
}

/** Returns the unplaced parties on the board, larger ones first. */
function listPartiesOn(board: Board): number[][] {
  const byNumber = new Map<number, number[]>();
  const { c } = board;
  for (let i = 0; i < c.size; i++) {
    if (c.party[i]! < 0 || board.squadOf[i]! >= 0) continue;
    const members = byNumber.get(c.party[i]!);
    if (members) members.push(i);
    else byNumber.set(c.party[i]!, [i]);
  }
  const computeAverageWait = (party: number[]) => party.reduce((sum, i) => sum + c.waiting[i]!, 0) / party.length;
  return [...byNumber.values()].sort(
    (a, b) => computeAverageWait(b) - computeAverageWait(a) || b.length - a.length || a[0]! - b[0]!,
  );
}

/** Places a party with free players. If that fails, tries to place it together with another party. */
function placeParty(board: Board, grower: SquadGrower, breadth: SearchBreadth, party: number[]): void {
  if (board.squadOf[party[0]!]! >= 0) return;
  const wideBreadth = { ...breadth, tries: breadth.tries * 4, beam: Math.max(2, breadth.beam) };
  if (growSquad(board, grower, wideBreadth, party)) return;
  const openSeats = board.c.terms.seats - party.length;
  for (const other of listPartiesOn(board)) {
    if (other === party || other[0] === party[0] || other.length > openSeats) continue;
    if (growSquad(board, grower, wideBreadth, [...party, ...other])) return;
  }
}

import { type AuctionOffers, assignByAuction } from './auction.ts';
import { type Board, releasePlayer, seatPlayer } from './board.ts';
import type { Openings } from './opening.ts';
import { seatBest, seatOf } from './seating.ts';

/**
 * Tolerances for an assignment's distance from the optimum, in points per squad. The second is for auctions that take
 * too long.
 */
const EPSILONS = [0.1, 0.5];

const groupScratch = new Int32Array(5);

/**
 * Reassigns the players of one seat after another, across all squads of the board at once. The players who sit there
 * now and all leftover players compete for the places (a place is a squad's slot for one player). This finds whole
 * cycles of exchanges in which no single swap would be an improvement. It scores `tries` candidates per place, nearest
 * in board order first. The sum of values never falls, and no squad is dissolved.
 */
export function assignSeats(board: Board, openings: Openings, tries: number): void {
  for (let seat = 0; seat < board.c.terms.seats; seat++) {
    const places = findPlaces(board, seat);
    const offers = listOffers(board, openings, places, tries);
    for (const epsilon of EPSILONS) {
      const assignment = assignByAuction(offers, board.c.size, epsilon);
      if (assignment === null) continue;
      applyAssignment(board, places, offers, assignment);
      break;
    }
  }
}

/** Returns the place in each squad whose player sits in `seat`; -1 if there's none or the player stays with a party. */
function findPlaces(board: Board, seat: number): Int8Array {
  const { c, squads, squadCount } = board;
  const seats = c.terms.seats;
  const places = new Int8Array(squadCount).fill(-1);
  for (let squad = 0; squad < squadCount; squad++) {
    for (let k = 0; k < seats; k++) groupScratch[k] = squads[squad * seats + k]!;
    seatBest(c, groupScratch, seats, true);
    const place = seatOf.indexOf(seat);
    if (c.party[groupScratch[place]!]! < 0) places[squad] = place;
  }
  return places;
}

/** For each squad, returns its value with each candidate for its place, starting with its current player. */
function listOffers(board: Board, openings: Openings, places: Int8Array, tries: number): AuctionOffers {
  const { squads, squadCount, value } = board;
  const { seats } = board.c.terms;
  const offeredBits = collectOfferedPlayers(board, places);
  const firstItem = new Int32Array(squadCount + 1);
  const item = new Int32Array(squadCount * (tries + 1));
  const worth = new Float64Array(item.length);
  let itemCount = 0;
  for (let squad = 0; squad < squadCount; squad++) {
    firstItem[squad] = itemCount;
    const place = places[squad]!;
    if (place < 0) continue;
    const leavingPlayer = squads[squad * seats + place]!;
    item[itemCount] = leavingPlayer;
    worth[itemCount++] = value[squad]!;
    const opening = openings.at(squad, place);
    let triesLeft = tries;
    // Search outwards from the current player, alternating up and down.
    const start = leavingPlayer >> 5;
    for (let step = 1; step <= 2 * board.row && triesLeft > 0; step++) {
      const w = (step & 1) === 1 ? start + (step >> 1) : start - (step >> 1);
      if (w < 0 || w >= board.row) continue;
      let word = offeredBits[w]! & computeCommonCompatible(board, squad, place, w);
      if (w === start) word &= ~(1 << (leavingPlayer & 31));
      while (word !== 0 && triesLeft > 0) {
        const lowBit = word & -word;
        word ^= lowBit;
        const player = (w << 5) + 31 - Math.clz32(lowBit);
        if (!opening.canSeat(player)) continue;
        triesLeft--;
        const openingValue = opening.computeValueWith(player);
        if (openingValue < 0) continue;
        item[itemCount] = player;
        worth[itemCount++] = openingValue;
      }
    }
  }
  firstItem[squadCount] = itemCount;
  return { from: firstItem, item, worth };
}

/** Returns the bit set of the players who could take these places: those in them now, and all leftover players. */
function collectOfferedPlayers(board: Board, places: Int8Array): Int32Array {
  const seats = board.c.terms.seats;
  const offeredBits = board.free.slice(0, board.row);
  for (let squad = 0; squad < places.length; squad++) {
    if (places[squad]! < 0) continue;
    const player = board.squads[squad * seats + places[squad]!]!;
    offeredBits[player >> 5]! |= 1 << (player & 31);
  }
  return offeredBits;
}

/**
 * Returns word `w` of the players who are pairwise compatible with everyone in the squad except the player at `place`.
 */
function computeCommonCompatible(
  { c, row, squads, compatible }: Board,
  squad: number,
  place: number,
  w: number,
): number {
  const base = squad * c.terms.seats;
  let word = -1;
  for (let k = 0; k < c.terms.seats; k++) if (k !== place) word &= compatible[squads[base + k]! * row + w]!;
  return word;
}

function applyAssignment(
  board: Board,
  places: Int8Array,
  { from, item, worth }: AuctionOffers,
  assignment: Int32Array,
): void {
  const { squads, squadCount, value, squadOf } = board;
  const seats = board.c.terms.seats;
  const movedSquads: number[] = [];
  let gain = 0;
  for (let squad = 0; squad < squadCount; squad++) {
    if (assignment[squad]! < 0 || assignment[squad] === from[squad]) continue;
    movedSquads.push(squad);
    gain += worth[assignment[squad]!]! - value[squad]!;
  }
  if (gain <= 1e-9) return;
  const members = movedSquads.map((squad) => squads[squad * seats + places[squad]!]!);
  for (const player of members) squadOf[player] = -1;
  for (const squad of movedSquads) {
    seatPlayer(board, squad, places[squad]!, item[assignment[squad]!]!);
    value[squad] = worth[assignment[squad]!]!;
  }
  for (const player of members) if (squadOf[player]! < 0) releasePlayer(board, player);
}

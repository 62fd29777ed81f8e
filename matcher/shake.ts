import { placeOf } from './augment.ts';
import { type Board, release, seatPlayer } from './board.ts';
import { goesWith } from './grow.ts';
import { Opening } from './opening.ts';
import type { Random } from './random.ts';

/**
 * Lets players who were left over change places with members whose squads stay valid, at random, so that others are
 * left over and the next search for further squads starts from a different place. The number of squads stays.
 */
export function shake(board: Board, random: Random): void {
  const { c, row, free } = board;
  const opening = new Opening(board);
  const players: number[] = [];
  for (let i = 0; i < c.size; i++) if ((free[i >> 5]! >>> (i & 31)) & 1 && board.degree[i]! > 0) players.push(i);
  for (const player of players) {
    if (random.next() < 0.5) continue;
    const start = random.below(c.size);
    let tries = 12;
    for (let step = 0; step < c.size && tries > 0; step++) {
      const other = (start + step) % c.size;
      // Whole words without a compatible player are passed over.
      if ((other & 31) === 0 && board.compatible[player * row + (other >> 5)] === 0) step += 31;
      if (!changesPlaces(board, player, other)) continue;
      const squad = board.squadOf[other]!;
      const place = placeOf(board, squad, other);
      tries--;
      opening.open(board.squads, squad * c.terms.seats, place);
      const value = opening.valueWith(player);
      if (value < 0) continue;
      seatPlayer(board, squad, place, player);
      board.value[squad] = value;
      release(board, other);
      break;
    }
  }
}

/** Whether `player` may take the place of `other`, judged two by two; neither may be bound to a party. */
function changesPlaces(board: Board, player: number, other: number): boolean {
  const { c, squadOf, squads } = board;
  const squad = squadOf[other]!;
  if (squad < 0 || c.party[other]! >= 0 || (c.seatMask[player]! & c.seatMask[other]!) === 0) return false;
  // Those who wait longer are not put out for those who wait less.
  if (c.waiting[other]! > c.waiting[player]!) return false;
  return goesWith(board, player, squads, squad * c.terms.seats, placeOf(board, squad, other));
}

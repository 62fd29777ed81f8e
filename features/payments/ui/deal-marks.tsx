import { founders } from '../../../content/prices.ts';
import { refundTerms } from '../../../content/refund-terms.ts';

const ROW = 25;
const STEP = 16;
const ROLES = ['PG', 'SG', 'Lock', 'PF', 'C'];

/**
 * The Founders seats drawn as balls: filled when taken, gold when free with priority. The text above has the numbers.
 */
export function FounderSeats({ seatsLeft }: { seatsLeft: number }) {
  const soldSeats = founders.seats - seatsLeft;
  const seats = Array.from({ length: founders.seats }, (_, seat) => seat);
  return (
    <svg viewBox={`0 0 ${ROW * STEP} ${(founders.seats / ROW) * STEP}`} aria-hidden="true" className="w-full max-w-lg">
      {seats.map((seat) => (
        <circle
          key={seat}
          cx={(seat % ROW) * STEP + STEP / 2}
          cy={Math.floor(seat / ROW) * STEP + STEP / 2}
          r="5.5"
          strokeWidth="1.5"
          className={
            seat < soldSeats
              ? 'fill-ball stroke-orange'
              : `fill-none ${seat < founders.priorityMatchingSeats ? 'stroke-gold' : 'stroke-edge'}`
          }
        />
      ))}
    </svg>
  );
}

/** The five lineup spots a concierge fills, drawn as empty. */
export function LineupSpots() {
  return (
    <p className="flex flex-wrap gap-2" aria-hidden="true">
      {ROLES.map((role) => (
        <span
          key={role}
          className="grid size-14 place-items-center rounded-chip border-2 border-dashed border-orange bg-bg font-display text-xs font-bold text-orange-ink"
        >
          {role}
        </span>
      ))}
    </p>
  );
}

/** One ball for each game of a hire. Games are confirmed one after the other. */
export function SevenGames() {
  return (
    <p className="flex gap-2" aria-hidden="true">
      {Array.from({ length: refundTerms.hireGames }, (_, game) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a row that never changes
          key={game}
          className="size-5 rounded-chip"
          style={{ background: 'var(--ball) center / cover' }}
        />
      ))}
    </p>
  );
}

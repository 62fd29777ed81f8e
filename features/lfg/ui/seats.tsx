import { Badge } from '../../../web/ui/badge.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { Applicant, Listing } from '../schema.ts';

type Seats = Pick<Listing, 'needed_positions' | 'filled_positions'>;

/** The needed positions on the floor: open ones pulse, filled ones are taken; names only where they are known. */
export function SeatsCourt({
  listing,
  size,
  players = [],
}: {
  listing: Seats;
  size: 'full' | 'compact';
  players?: readonly Applicant[];
}) {
  return (
    <Court
      size={size}
      label="Needed positions"
      spots={listing.needed_positions.map((position) => {
        const player = players.find((each) => each.position === position && each.status === 'accepted')?.profile;
        const filled = listing.filled_positions.includes(position);
        return {
          position,
          state: filled ? ('filled' as const) : ('empty' as const),
          ...(player ? { name: player.display_name, avatarUrl: player.avatar_path } : {}),
        };
      })}
    />
  );
}

/** The same as badges. */
export function SeatBadges({ listing }: { listing: Seats }) {
  return (
    <ul className="cluster" aria-label="Needed positions">
      {listing.needed_positions.map((position) => {
        const filled = listing.filled_positions.includes(position);
        return (
          <li key={position}>
            <Badge tone={filled ? 'neutral' : 'court'} solid={!filled} {...(filled ? { icon: 'check' as const } : {})}>
              {filled ? `${position} filled` : position}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

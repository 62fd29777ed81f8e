import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Court } from '../../../web/ui/court.tsx';
import * as messages from '../lfg.messages.ts';
import type { Applicant, Listing } from '../lfg.schema.ts';

type Seats = Pick<Listing, 'needed_positions' | 'filled_positions'>;

/**
 * Shows the needed positions on a court. Open ones pulse and filled ones show as taken. Names appear only if the viewer
 * may see them.
 */
export function SeatsCourt({
  listing,
  size,
  players = [],
}: {
  listing: Seats;
  size: 'full' | 'compact';
  players?: readonly Applicant[];
}) {
  const t = useTranslator();
  return (
    <Court
      size={size}
      label={t(messages.neededPositionsList)}
      spots={listing.needed_positions.map((position) => {
        const player = players.find((each) => each.position === position && each.status === 'accepted')?.profile;
        const isFilled = listing.filled_positions.includes(position);
        return {
          position,
          state: isFilled ? ('filled' as const) : ('empty' as const),
          ...(player
            ? { name: player.display_name, avatarUrl: player.avatar_path }
            : isFilled
              ? { name: t(messages.spotFilled), icon: 'check' as const }
              : {}),
        };
      })}
    />
  );
}

/** Shows the needed positions as badges. */
export function SeatBadges({ listing }: { listing: Seats }) {
  const t = useTranslator();
  return (
    <ul className="cluster" aria-label={t(messages.neededPositionsList)}>
      {listing.needed_positions.map((position) => {
        const isFilled = listing.filled_positions.includes(position);
        return (
          <li key={position}>
            <Badge
              tone={isFilled ? 'neutral' : 'orange'}
              solid={!isFilled}
              {...(isFilled ? { icon: 'check' as const } : {})}
            >
              {isFilled ? t(messages.positionFilled, { position }) : position}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

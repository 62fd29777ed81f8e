import { Link } from 'react-router';
import { Avatar } from './avatar.tsx';
import { CourtLines } from './court-lines.tsx';
import { COURT_POSITIONS, type CourtSpot, formatMissing, formatSpot, STRIP_POSITIONS } from './court-spots.ts';
import { Icon } from './icon.tsx';
import type { Tone } from './tone.ts';

type CourtSize = 'full' | 'compact' | 'strip';

type CourtProps = {
  spots: readonly CourtSpot[];
  /**
   * `compact` is for cards: avatars without visible names, which screen readers still get. `strip` is low and wide,
   * with a configurable height.
   */
  size?: CourtSize;
  label?: string;
  className?: string;
};

const tones: Record<CourtSpot['state'], Tone> = {
  filled: 'violet',
  accepted: 'green',
  declined: 'red',
  you: 'cyan',
  empty: 'court',
};

/** The squad on its half court: an accessible list, laid out on the floor. */
export function Court({ spots, size = 'full', label = 'Squad on the court', className = '' }: CourtProps) {
  return (
    <div className={`court court-${size} ${className}`}>
      <CourtLines />
      <ul aria-label={label}>
        {spots.map((spot) => (
          <Spot key={spot.position} spot={spot} size={size} />
        ))}
      </ul>
    </div>
  );
}

const FACE_PX = { full: 52, compact: 36, strip: 36 } as const;

function Spot({ spot, size }: { spot: CourtSpot; size: CourtSize }) {
  const compact = size === 'compact';
  const place = (size === 'strip' ? STRIP_POSITIONS : COURT_POSITIONS)[spot.position];
  const seen = (
    <span className="spot-seen" aria-hidden="true">
      <Face spot={spot} size={size} />
      {!compact && <Caption spot={spot} />}
    </span>
  );
  const hiddenLabel = <span className="sr-only">{formatSpot(spot)}</span>;
  return (
    <li
      className="spot"
      data-state={spot.state}
      data-tone={tones[spot.state]}
      style={{ left: `${place.x}%`, top: `${place.y}%` }}
    >
      {spot.to ? (
        <Link to={spot.to} className="spot-link">
          {seen}
          {hiddenLabel}
        </Link>
      ) : (
        <>
          {seen}
          {hiddenLabel}
        </>
      )}
    </li>
  );
}

function Face({ spot, size }: { spot: CourtSpot; size: CourtSize }) {
  const compact = size === 'compact';
  return (
    <span className="spot-face">
      {spot.state === 'empty' ? (
        <span className="spot-gap">{spot.position}</span>
      ) : (
        <Avatar name={spot.name ?? spot.position} src={spot.avatarUrl} size={FACE_PX[size]} decorative />
      )}
      {spot.state !== 'empty' && !compact && <span className="spot-position">{spot.position}</span>}
      {(spot.state === 'accepted' || spot.state === 'declined') && (
        <span className="spot-mark">
          <Icon name={spot.state === 'accepted' ? 'check' : 'close'} size={size === 'full' ? 13 : 10} />
        </span>
      )}
    </span>
  );
}

function Caption({ spot }: { spot: CourtSpot }) {
  if (spot.state === 'empty') {
    return <span className="spot-name spot-missing">{spot.note ?? formatMissing(spot.position)}</span>;
  }
  return (
    <span className="spot-caption">
      <span className="spot-name">{spot.state === 'you' ? 'You' : spot.name}</span>
      {spot.note && <span className="spot-note">{spot.note}</span>}
    </span>
  );
}

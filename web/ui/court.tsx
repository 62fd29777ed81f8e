import { Link } from 'react-router';
import type { Translator } from '../../messages/translator.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Avatar } from './avatar.tsx';
import { CourtLines } from './court-lines.tsx';
import { COURT_POSITIONS, type CourtSpot, STRIP_POSITIONS } from './court-spots.ts';
import { Icon } from './icon.tsx';
import { joinDetails } from './join-details.ts';
import type { Tone } from './tone.ts';
import * as messages from './ui.messages.ts';

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
  empty: 'orange',
};

/** The squad on its half court. In the HTML, it's a list with a text for each spot, laid out on the floor. */
export function Court({ spots, size = 'full', label, className = '' }: CourtProps) {
  const t = useTranslator();
  return (
    <div className={`court court-${size} ${className}`}>
      <CourtLines />
      <ul aria-label={label ?? t(messages.court)}>
        {spots.map((spot) => (
          <Spot key={spot.position} spot={spot} size={size} />
        ))}
      </ul>
    </div>
  );
}

const FACE_PX = { full: 52, compact: 36, strip: 36 } as const;

function Spot({ spot, size }: { spot: CourtSpot; size: CourtSize }) {
  const t = useTranslator();
  const isCompact = size === 'compact';
  const place = (size === 'strip' ? STRIP_POSITIONS : COURT_POSITIONS)[spot.position];
  const content = (
    <span className="spot-seen" aria-hidden="true">
      <Face spot={spot} size={size} />
      {!isCompact && <Caption spot={spot} />}
    </span>
  );
  const hiddenLabel = <span className="sr-only">{formatSpot(t, spot)}</span>;
  return (
    <li
      className="spot"
      data-state={spot.state}
      data-tone={tones[spot.state]}
      // not mirrored: places on the floor
      style={{ left: `${place.x}%`, top: `${place.y}%` }}
    >
      {spot.to ? (
        <Link to={spot.to} className="spot-link">
          {content}
          {hiddenLabel}
        </Link>
      ) : (
        <>
          {content}
          {hiddenLabel}
        </>
      )}
    </li>
  );
}

function Face({ spot, size }: { spot: CourtSpot; size: CourtSize }) {
  const isCompact = size === 'compact';
  return (
    <span className="spot-face">
      {spot.state === 'empty' && <span className="spot-gap">{spot.position}</span>}
      {spot.state !== 'empty' && spot.icon && (
        <span className="avatar" data-tone="green">
          <Icon name={spot.icon} size={FACE_PX[size] / 2} />
        </span>
      )}
      {spot.state !== 'empty' && !spot.icon && (
        <Avatar name={spot.name ?? spot.position} src={spot.avatarUrl} size={FACE_PX[size]} decorative />
      )}
      {spot.state !== 'empty' && !isCompact && <span className="spot-position">{spot.position}</span>}
      {(spot.state === 'accepted' || spot.state === 'declined') && (
        <span className="spot-mark">
          <Icon name={spot.state === 'accepted' ? 'check' : 'close'} size={size === 'full' ? 13 : 10} />
        </span>
      )}
    </span>
  );
}

function Caption({ spot }: { spot: CourtSpot }) {
  const t = useTranslator();
  if (spot.state === 'empty') {
    return (
      <span className="spot-name spot-missing">{spot.note ?? t(messages.spotNeed, { position: spot.position })}</span>
    );
  }
  return (
    <span className="spot-caption">
      <span className="spot-name">{spot.state === 'you' ? t(messages.you) : spot.name}</span>
      {spot.note && <span className="spot-note">{spot.note}</span>}
    </span>
  );
}

const STATE_LABELS = {
  accepted: messages.spotAccepted,
  declined: messages.spotDeclined,
  you: messages.spotYou,
};

/** Describes one spot, e.g. "PG, point guard: Nova, accepted, 87 OVR". */
export function formatSpot(t: Translator, { position, state, name, note, announced }: CourtSpot): string {
  const spot = t(messages.spot, { position });
  if (state === 'empty') return t(messages.spotOpen, { spot, need: note ?? t(messages.spotNeed, { position }) });
  const player = name ?? (state === 'you' ? undefined : t(messages.spotTaken));
  const status = announced ?? (state === 'filled' ? undefined : t(STATE_LABELS[state]));
  return t(messages.spotFilled, { spot, player: joinDetails(t, [player, status, note]) });
}

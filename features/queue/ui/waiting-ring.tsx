import type { Tag } from '../../../messages/message.ts';
import { RichMessage } from '../../../messages/use-translator.tsx';
import { formatCountdown } from '../../../time/countdown.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import * as messages from '../queue.messages.ts';
import type { QueueTicket } from '../queue.schema.ts';
import { SEAT_COUNT } from '../ready-check.rules.ts';
import { useServerTime } from './use-server-time.ts';

const RADIUS = 40;
const getSeatPosition = (index: number) => {
  // Not mirrored: the ring fills up clockwise.
  const angle = (index / SEAT_COUNT) * 2 * Math.PI - Math.PI / 2;
  return { left: `${50 + RADIUS * Math.cos(angle)}%`, top: `${50 + RADIUS * Math.sin(angle)}%` };
};
/** Returns the percentage of the ring to fill for the players found so far. */
const getSeatPath = (foundCount: number) => ((foundCount - 1) / SEAT_COUNT) * 100;

const getSeatState = (index: number, { members, found }: QueueTicket) =>
  index < members.length ? 'own' : index < found ? 'found' : 'open';

const hideVisually: Tag = (children) => <span className="sr-only">{children}</span>;

/** Ring of five spots that fill up, with the viewer's wait time in the middle. */
export function WaitingRing({ ticket }: { ticket: QueueTicket }) {
  const now = useServerTime(500);
  const time = formatCountdown(now - Date.parse(ticket.since));
  return (
    <div className="orbit-five">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className="orbit-line" cx="50" cy="50" r={RADIUS} />
        <g transform="rotate(-90 50 50)">
          <circle
            className="orbit-way"
            cx="50"
            cy="50"
            r={RADIUS}
            pathLength="100"
            strokeDasharray={`${getSeatPath(ticket.found)} 100`}
          />
        </g>
      </svg>
      <svg className="orbit-light" viewBox="0 0 100 100" aria-hidden="true">
        <path d="M50 10 A40 40 0 0 1 84.64 30" />
      </svg>
      {Array.from({ length: SEAT_COUNT }, (_, index) => {
        const state = getSeatState(index, ticket);
        const face = ticket.members[index];
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the seats never change places
            key={`${index} ${state}`}
            className="orbit-seat"
            data-state={state}
            style={getSeatPosition(index)}
            aria-hidden="true"
          >
            {face && <Avatar name={face.display_name} src={face.avatar_path} decorative />}
            {state === 'found' && <Icon name="ball" size={20} />}
          </span>
        );
      })}
      <p className="orbit-middle">
        <RichMessage
          message={messages.waitTime}
          values={{
            hidden: hideVisually,
            time: () => (
              <span className="orbit-time" role="timer" aria-live="off" data-long={time.length > 5 || undefined}>
                {time}
              </span>
            ),
          }}
        />
        <span className="orbit-found">
          <RichMessage
            message={messages.foundCount}
            values={{ found: ticket.found, seats: SEAT_COUNT, hidden: hideVisually }}
          />
        </span>
      </p>
    </div>
  );
}

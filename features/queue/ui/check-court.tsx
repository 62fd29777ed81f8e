import { Court } from '../../../web/ui/court.tsx';
import { type CourtSpot, isCourtPosition } from '../../../web/ui/court-spots.ts';
import type { CheckSeat, QueueCheck } from '../queue.schema.ts';

/** A check's five players at their positions on the court, with a mark on those who are ready. */
export function CheckCourt({ check, all }: { check: QueueCheck; all?: boolean }) {
  return (
    <Court
      label="Players on the court"
      spots={check.seats.flatMap((seat) => spotOf(seat, all))}
      className="check-court"
    />
  );
}

function spotOf({ position, player, state, is_you }: CheckSeat, all = false): CourtSpot[] {
  if (!isCourtPosition(position)) return [];
  const spot = { position };
  if (!player) return [{ ...spot, state: 'empty' }];
  const ready = all || state === 'ready';
  return [
    {
      ...spot,
      state: ready ? 'accepted' : is_you ? 'you' : 'filled',
      name: player.display_name,
      avatarUrl: player.avatar_path,
      announced: `${is_you ? 'you, ' : ''}${ready ? 'ready' : 'not ready yet'}`,
    },
  ];
}

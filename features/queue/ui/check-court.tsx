import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Court } from '../../../web/ui/court.tsx';
import { type CourtSpot, isCourtPosition } from '../../../web/ui/court-spots.ts';
import * as messages from '../queue.messages.ts';
import type { CheckSeat, QueueCheck } from '../queue.schema.ts';

/** Shows a check's five players at their positions on the court and marks who's ready. */
export function CheckCourt({ check, all }: { check: QueueCheck; all?: boolean }) {
  const t = useTranslator();
  return (
    <Court
      label={t(messages.playersOnCourt)}
      spots={check.seats.flatMap((seat) => createSpot(t, seat, all))}
      className="check-court"
    />
  );
}

function createSpot(t: Translator, { position, player, state, is_you }: CheckSeat, isComplete = false): CourtSpot[] {
  if (!isCourtPosition(position)) return [];
  const spot = { position };
  if (!player) return [{ ...spot, state: 'empty' }];
  const isReady = isComplete || state === 'ready';
  return [
    {
      ...spot,
      state: isReady ? 'accepted' : is_you ? 'you' : 'filled',
      name: player.display_name,
      avatarUrl: player.avatar_path,
      announced: formatSpotAnswer(t, is_you, isReady),
    },
  ];
}

function formatSpotAnswer(t: Translator, isYou: boolean, isReady: boolean): string {
  if (isYou) return t(isReady ? messages.ownSpotReady : messages.ownSpotNotReady);
  return t(isReady ? messages.spotReady : messages.spotNotReady);
}

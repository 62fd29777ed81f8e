import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import { getActingPartyLabel } from './order-labels.ts';

type Props = {
  waiter: string;
  side: 'buyer' | 'seller' | 'admin';
  /** What the selling side is called. */
  seller: 'player' | 'coach';
  stage: string | null;
  /** ISO. */
  deadlineAt: string | null;
};

/** Who has to move, and until when; of a session, when it starts or ends. */
export function WaitingLine({ waiter, side, seller, stage, deadlineAt }: Props) {
  if (!deadlineAt) return <>{getActingPartyLabel(waiter, side, seller)}.</>;
  const when = (
    <>
      <Moment at={deadlineAt} /> (<Countdown until={deadlineAt} />)
    </>
  );
  if (stage === 'scheduled') return <>It starts on {when}.</>;
  if (stage === 'started') return <>It ends on {when}.</>;
  // Whoever is named by the deadline, the other side may confirm a game as well.
  if (stage === 'accepted' || stage === 'between') return <>Either side can confirm it first, until {when}.</>;
  return (
    <>
      {getActingPartyLabel(waiter, side, seller)}, until {when}.
    </>
  );
}

import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import { getActingPartyLabel } from './order-labels.ts';

type Props = {
  waiter: string;
  side: 'buyer' | 'seller' | 'admin';
  /** What the seller is called. */
  seller: 'player' | 'coach';
  stage: string | null;
  /** ISO timestamp. */
  deadlineAt: string | null;
};

/** Shows who has to act and until when; for a session, when it starts or ends. */
export function WaitingLine({ waiter, side, seller, stage, deadlineAt }: Props) {
  if (!deadlineAt) return <>{getActingPartyLabel(waiter, side, seller)}.</>;
  const when = (
    <>
      <Moment at={deadlineAt} /> (<Countdown until={deadlineAt} />)
    </>
  );
  if (stage === 'scheduled') return <>It starts on {when}.</>;
  if (stage === 'started') return <>It ends on {when}.</>;
  // Either party may confirm a game, even if the deadline applies to the other one.
  if (stage === 'accepted' || stage === 'between') return <>Either side can confirm it first, until {when}.</>;
  return (
    <>
      {getActingPartyLabel(waiter, side, seller)}, until {when}.
    </>
  );
}

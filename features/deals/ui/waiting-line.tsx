import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import { whoActs } from './words.ts';

type Props = {
  waiter: string;
  side: 'buyer' | 'seller' | 'admin';
  /** What the selling side is called. */
  seller: 'player' | 'coach';
  stage: string | null;
  /** ISO. */
  deadlineAt: string | null;
};

/** Who has to move, and until when; of a session to come, when it starts. */
export function WaitingLine({ waiter, side, seller, stage, deadlineAt }: Props) {
  if (!deadlineAt) return <>{whoActs(waiter, side, seller)}.</>;
  const when = (
    <>
      <Moment at={deadlineAt} /> (<Countdown until={deadlineAt} />)
    </>
  );
  if (stage === 'scheduled') return <>It starts on {when}.</>;
  return (
    <>
      {whoActs(waiter, side, seller)}, until {when}.
    </>
  );
}

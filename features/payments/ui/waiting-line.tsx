import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import * as messages from '../payments.messages.ts';

type Props = {
  waiter: string;
  side: 'buyer' | 'seller' | 'admin';
  /** The seller's label: coach or player. */
  seller: 'player' | 'coach';
  stage: string | null;
  /** ISO timestamp. */
  deadlineAt: string | null;
};

/** Shows who has to act and until when; for a session, when it starts or ends. */
export function WaitingLine({ waiter, side, seller, stage, deadlineAt }: Props) {
  const t = useTranslator();
  const waiterName = waiter === side ? 'you' : waiter === 'seller' ? seller : waiter;
  if (!deadlineAt) return <>{t(messages.turn, { whose: waiterName })}</>;
  const renderTime = () => (
    <>
      <Moment at={deadlineAt} /> (<Countdown until={deadlineAt} />)
    </>
  );
  if (stage === 'scheduled') return <RichMessage message={messages.sessionStarts} values={{ when: renderTime }} />;
  if (stage === 'started') return <RichMessage message={messages.sessionEnds} values={{ when: renderTime }} />;
  // Either party may confirm a game, even if only one of them has a deadline.
  if (stage === 'accepted' || stage === 'between') {
    return <RichMessage message={messages.eitherSideConfirms} values={{ when: renderTime }} />;
  }
  return <RichMessage message={messages.turnUntil} values={{ whose: waiterName, when: renderTime }} />;
}

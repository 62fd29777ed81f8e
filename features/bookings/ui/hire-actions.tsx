import { useState } from 'react';
import { refundTerms } from '../../../content/refund-terms.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { attempt, useAction } from '../../../web/use-action.ts';
import * as messages from '../bookings.messages.ts';
import type { BookingView, ExitPreview } from '../bookings.schema.ts';
import { isContested } from '../bookings.wording.ts';

/** The client needs the browser, so it's created on click and not during rendering. */
const api = () => browserApi().api;

type Actions = ReturnType<typeof useAction>;
type Props = { booking: BookingView; actions: Actions };

/** The actions either side of a hire can take now. */
export function HireActions({ booking, onDispute }: { booking: BookingView; onDispute: () => void }) {
  const t = useTranslator();
  const actions = useAction();
  const { run } = actions;
  const param = { id: booking.id };
  const isRunning = (booking.status === 'accepted' || booking.status === 'in_progress') && !booking.frozen;
  const canAnswerContest = isContested(booking) && booking.waitsFor === booking.side && !booking.frozen;
  const gameNumber = booking.completedGames + 1;
  const openGame = booking.games.find((game) => game.no === gameNumber);
  const confirmedAt = booking.side === 'buyer' ? openGame?.buyerConfirmed : openGame?.sellerConfirmed;
  // After "Accept" or "Confirm game 1", a second tap must not confirm the next game.
  const tapGuard = useTapGuard(`${booking.status} ${gameNumber} ${confirmedAt}`);
  if (booking.side === 'admin') return null;
  return (
    <div className="cluster" onClickCapture={tapGuard}>
      {booking.status === 'held' && booking.side === 'seller' && !booking.frozen && (
        <AnswerHire booking={booking} actions={actions} />
      )}
      {isRunning && booking.stopped && booking.side === 'buyer' && (
        <Button
          onClick={() => run(() => api().bookings[':id']['go-on'].$post({ param }), t(messages.hireContinuedToast))}
        >
          {t(messages.continueWithPlayer)}
        </Button>
      )}
      {(isRunning || canAnswerContest) && !confirmedAt && !booking.stopped && (
        <Button
          icon="check"
          onClick={() =>
            run(
              () => api().bookings[':id'].games.$post({ param, json: { no: gameNumber } }),
              t(messages.gameConfirmedToast, { no: gameNumber }),
            )
          }
        >
          {t(messages.confirmGame, { no: gameNumber })}
        </Button>
      )}
      {isRunning && <EndEarly booking={booking} actions={actions} />}
      {(isRunning || canAnswerContest) && (
        <Button variant="ghost" onClick={onDispute}>
          {canAnswerContest ? t(messages.disputeGame, { no: gameNumber }) : t(messages.openDispute)}
        </Button>
      )}
    </div>
  );
}

/** The seller's answer to a new hire. */
function AnswerHire({ booking, actions: { run } }: Props) {
  const t = useTranslator();
  const [declining, setDeclining] = useState(false);
  const answer = (accepts: boolean) =>
    run(
      () => api().bookings[':id'].answer.$post({ param: { id: booking.id }, json: { accept: accepts } }),
      accepts ? t(messages.hireAcceptedToast) : t(messages.hireDeclinedToast),
    );
  return (
    <>
      <Button onClick={() => answer(true)}>{t(messages.acceptHire)}</Button>
      <Button variant="secondary" onClick={() => setDeclining(true)}>
        {t(messages.declineHire)}
      </Button>
      <ConfirmDialog
        open={declining}
        title={t(messages.declineHireTitle)}
        confirmLabel={t(messages.declineHire)}
        onConfirm={() => answer(false).then(() => setDeclining(false))}
        onCancel={() => setDeclining(false)}
      >
        {t(messages.fullRefundExplanation)}
      </ConfirmDialog>
    </>
  );
}

/** Shows how the price would be split if the hire ended now, and lets the user end it. */
function EndEarly({ booking, actions: { run } }: Props) {
  const t = useTranslator();
  const [exit, setExit] = useState<ExitPreview>();
  const param = { id: booking.id };
  const loadPreview = () =>
    attempt(() => api().bookings[':id'].exit.$get({ param })).then((preview) =>
      setExit(preview as ExitPreview | undefined),
    );
  const endHire = ({ refundCents }: ExitPreview) =>
    run(() => api().bookings[':id'].exit.$post({ param, json: { refundCents } }), t(messages.hireEndedToast)).then(() =>
      setExit(undefined),
    );
  return (
    <>
      <Button variant="secondary" onClick={loadPreview}>
        {t(messages.endEarly)}
      </Button>
      <ConfirmDialog
        open={exit !== undefined}
        title={t(messages.endHireTitle)}
        confirmLabel={t(messages.endHire)}
        tone="danger"
        onConfirm={() => exit && endHire(exit)}
        onCancel={() => setExit(undefined)}
      >
        {exit && <ExitTerms booking={booking} exit={exit} />}
      </ConfirmDialog>
    </>
  );
}

function ExitTerms({ booking, exit }: { booking: BookingView; exit: ExitPreview }) {
  const t = useTranslator();
  return (
    <>
      <span>
        {t(messages.exitRefund, {
          played: exit.gamesPlayed,
          games: booking.contractedGames,
          amount: formatDollars(t, exit.refundCents),
        })}{' '}
      </span>
      {exit.creditBackCents > 0 && (
        <span>{t(messages.exitCredit, { amount: formatDollars(t, exit.creditBackCents) })} </span>
      )}
      <span>
        {t(booking.stopped ? messages.exitAdminDecides : messages.exitPayout, {
          amount: formatDollars(t, exit.releaseCents),
        })}{' '}
      </span>
      {exit.heldCents > 0 && (
        <span>
          {t(messages.exitHeld, {
            amount: formatDollars(t, exit.heldCents),
            game: booking.completedGames + 1,
            hours: refundTerms.gameConfirmSilenceHours,
          })}
        </span>
      )}
    </>
  );
}

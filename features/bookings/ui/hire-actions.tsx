import { useState } from 'react';
import { refundTerms } from '../../../content/refund-terms.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { attempt, useAction } from '../../../web/use-action.ts';
import { formatDollars } from '../../payments/orders/orders.rules.ts';
import type { BookingView, ExitPreview } from '../bookings.schema.ts';
import { isContested } from '../bookings.wording.ts';

/** The client needs the browser, so it's created on click and not during rendering. */
const api = () => browserApi().api;

type Actions = ReturnType<typeof useAction>;
type Props = { booking: BookingView; actions: Actions };

/** The actions either side of a hire can take now. */
export function HireActions({ booking, onDispute }: { booking: BookingView; onDispute: () => void }) {
  const actions = useAction();
  const { run } = actions;
  const param = { id: booking.id };
  const running = (booking.status === 'accepted' || booking.status === 'in_progress') && !booking.frozen;
  const contested = isContested(booking) && booking.waitsFor === booking.side && !booking.frozen;
  const no = booking.completedGames + 1;
  const open = booking.games.find((game) => game.no === no);
  const confirmed = booking.side === 'buyer' ? open?.buyerConfirmed : open?.sellerConfirmed;
  // After "Accept" or "Confirm game 1", a second tap must not confirm the next game.
  const still = useTapGuard(`${booking.status} ${no} ${confirmed}`);
  if (booking.side === 'admin') return null;
  return (
    <div className="cluster" onClickCapture={still}>
      {booking.status === 'held' && booking.side === 'seller' && !booking.frozen && (
        <AnswerHire booking={booking} actions={actions} />
      )}
      {running && booking.stopped && booking.side === 'buyer' && (
        <Button onClick={() => run(() => api().bookings[':id']['go-on'].$post({ param }), 'Hire continued')}>
          Continue with this player
        </Button>
      )}
      {(running || contested) && !confirmed && !booking.stopped && (
        <Button
          icon="check"
          onClick={() => run(() => api().bookings[':id'].games.$post({ param, json: { no } }), `Game ${no} confirmed`)}
        >
          Confirm game {no}
        </Button>
      )}
      {running && <EndEarly booking={booking} actions={actions} />}
      {(running || contested) && (
        <Button variant="ghost" onClick={onDispute}>
          {contested ? `Dispute game ${no}` : 'Open a dispute'}
        </Button>
      )}
    </div>
  );
}

/** The seller's answer to a new hire. */
function AnswerHire({ booking, actions: { run } }: Props) {
  const [declining, setDeclining] = useState(false);
  const answer = (accept: boolean) =>
    run(
      () => api().bookings[':id'].answer.$post({ param: { id: booking.id }, json: { accept } }),
      accept ? 'Accepted' : 'Declined',
    );
  return (
    <>
      <Button onClick={() => answer(true)}>Accept the hire</Button>
      <Button variant="secondary" onClick={() => setDeclining(true)}>
        Decline
      </Button>
      <ConfirmDialog
        open={declining}
        title="Decline this hire?"
        confirmLabel="Decline"
        onConfirm={() => answer(false).then(() => setDeclining(false))}
        onCancel={() => setDeclining(false)}
      >
        We'll refund the full price to the buyer.
      </ConfirmDialog>
    </>
  );
}

/** Shows what ending the hire now would pay to whom, and ends it. */
function EndEarly({ booking, actions: { run } }: Props) {
  const [exit, setExit] = useState<ExitPreview>();
  const param = { id: booking.id };
  const preview = () =>
    attempt(() => api().bookings[':id'].exit.$get({ param })).then((shown) =>
      setExit(shown as ExitPreview | undefined),
    );
  const end = ({ refundCents }: ExitPreview) =>
    run(() => api().bookings[':id'].exit.$post({ param, json: { refundCents } }), 'The hire has ended').then(() =>
      setExit(undefined),
    );
  return (
    <>
      <Button variant="secondary" onClick={preview}>
        End early
      </Button>
      <ConfirmDialog
        open={exit !== undefined}
        title="End the hire now?"
        confirmLabel="End the hire"
        tone="danger"
        onConfirm={() => exit && end(exit)}
        onCancel={() => setExit(undefined)}
      >
        {exit && <ExitTerms booking={booking} exit={exit} />}
      </ConfirmDialog>
    </>
  );
}

function ExitTerms({ booking, exit }: { booking: BookingView; exit: ExitPreview }) {
  return (
    <>
      <span>{`${exit.gamesPlayed} of ${booking.contractedGames} games count as played. We'll refund ${formatDollars(exit.refundCents)} to the buyer. `}</span>
      {exit.creditBackCents > 0 && (
        <span>{`Hire credit covered ${formatDollars(exit.creditBackCents)}, so that part returns to us. `}</span>
      )}
      <span>
        {booking.stopped
          ? `An admin will decide whether the banned player gets ${formatDollars(exit.releaseCents)} for the games played. Until then, it stays on hold. `
          : `We'll pay ${formatDollars(exit.releaseCents)} to the player. `}
      </span>
      {exit.heldCents > 0 && (
        <span>{`We're holding ${formatDollars(exit.heldCents)} for game ${booking.completedGames + 1} because only one side confirmed it. The player gets it if the other side confirms or doesn't answer for ${refundTerms.gameConfirmSilenceHours} hours. If it's disputed, an admin will decide.`}</span>
      )}
    </>
  );
}

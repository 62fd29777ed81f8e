import { useState } from 'react';
import { refundTerms } from '../../../content/refund-terms.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { useAction } from '../../../web/use-action.ts';
import { formatDollars } from '../../payments/orders/orders.rules.ts';
import type { BookingView, ExitPreview } from '../bookings.schema.ts';
import { isContested } from '../bookings.wording.ts';

/** The client needs the browser, so it's created on click and not during rendering. */
const api = () => browserApi().api;

/** The actions either side of a hire can take now. */
export function HireActions({ booking, onDispute }: { booking: BookingView; onDispute: () => void }) {
  const { busy, run, read } = useAction();
  const [exit, setExit] = useState<ExitPreview>();
  const [asking, setAsking] = useState<'decline'>();
  const param = { id: booking.id };
  const running = (booking.status === 'accepted' || booking.status === 'in_progress') && !booking.frozen;
  const contested = isContested(booking) && booking.waitsFor === booking.side && !booking.frozen;
  const no = booking.completedGames + 1;
  const open = booking.games.find((game) => game.no === no);
  const said = booking.side === 'buyer' ? open?.buyerConfirmed : open?.sellerConfirmed;
  const answer = (accept: boolean) =>
    run(
      accept ? 'accept' : 'decline',
      () => unwrap(api().bookings[':id'].answer.$post({ param, json: { accept } })),
      accept ? 'Accepted' : 'Declined',
    );
  // A second tap on "Accept" must not confirm a game, and one on "Confirm game 1" must not confirm the second.
  const still = useTapGuard(`${booking.status} ${no} ${said}`);
  if (booking.side === 'admin') return null;
  return (
    <div className="cluster" onClickCapture={still}>
      {booking.status === 'held' && booking.side === 'seller' && !booking.frozen && (
        <>
          <Button loading={busy === 'accept'} onClick={() => answer(true)}>
            Accept the hire
          </Button>
          <Button variant="secondary" onClick={() => setAsking('decline')}>
            Decline
          </Button>
        </>
      )}
      {running && booking.stopped && booking.side === 'buyer' && (
        <Button
          loading={busy === 'onward'}
          onClick={() => run('onward', () => unwrap(api().bookings[':id']['go-on'].$post({ param })), 'Hire continued')}
        >
          Continue with this player
        </Button>
      )}
      {(running || contested) && !said && !booking.stopped && (
        <Button
          icon="check"
          loading={busy === 'game'}
          onClick={() =>
            run(
              'game',
              () => unwrap(api().bookings[':id'].games.$post({ param, json: { no } })),
              `Game ${no} confirmed`,
            )
          }
        >
          Confirm game {no}
        </Button>
      )}
      {running && (
        <Button
          variant="secondary"
          loading={busy === 'preview'}
          onClick={() =>
            read('preview', () => unwrap(api().bookings[':id'].exit.$get({ param }))).then((shown) =>
              setExit(shown as ExitPreview | undefined),
            )
          }
        >
          End early
        </Button>
      )}
      {(running || contested) && (
        <Button variant="ghost" onClick={onDispute}>
          {contested ? `Dispute game ${no}` : 'Open a dispute'}
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'decline'}
        title="Decline this hire?"
        confirmLabel="Decline"
        loading={busy === 'decline'}
        onConfirm={() => answer(false).then(() => setAsking(undefined))}
        onCancel={() => setAsking(undefined)}
      >
        We'll refund the full price to the buyer.
      </ConfirmDialog>
      <ConfirmDialog
        open={exit !== undefined}
        title="End the hire now?"
        confirmLabel="End the hire"
        tone="danger"
        loading={busy === 'exit'}
        onConfirm={() =>
          run(
            'exit',
            () => unwrap(api().bookings[':id'].exit.$post({ param, json: { refundCents: exit!.refundCents } })),
            'The hire has ended',
          ).then(() => setExit(undefined))
        }
        onCancel={() => setExit(undefined)}
      >
        {exit && (
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
              <span>{`We're holding ${formatDollars(exit.heldCents)} for game ${no} because only one side confirmed it. The player gets it if the other side confirms or doesn't answer for ${refundTerms.gameConfirmSilenceHours} hours. If it's disputed, an admin will decide.`}</span>
            )}
          </>
        )}
      </ConfirmDialog>
    </div>
  );
}

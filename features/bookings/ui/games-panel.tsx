import { refundTerms } from '../../../content/refund-terms.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { isUnfinished } from '../bookings.rules.ts';
import type { BookingView } from '../bookings.schema.ts';

type Game = BookingView['games'][number];

function getGameState(game: Game | undefined, ahead: boolean): string {
  if (!game) return ahead ? 'Not played yet' : 'Not played';
  if (game.counted)
    return game.silent
      ? `Counted: the ${game.silent === 'buyer' ? 'buyer' : 'player'} didn't answer for ${refundTerms.gameConfirmSilenceHours} hours`
      : 'Confirmed by both sides';
  return game.buyerConfirmed ? 'Confirmed by the buyer' : 'Confirmed by the player';
}

/** Shows the seven games and who confirmed them. */
export function GamesPanel({ booking }: { booking: BookingView }) {
  const numbers = Array.from({ length: booking.contractedGames }, (_, index) => index + 1);
  return (
    <Panel as="section" className="stack" aria-labelledby="games">
      <h2 id="games" className="text-xl">
        Games
      </h2>
      <Progress
        label={`${booking.completedGames} of ${booking.contractedGames} games confirmed`}
        value={booking.completedGames}
        max={booking.contractedGames}
      />
      <ol className="stack gap-2">
        {numbers.map((no) => {
          const game = booking.games.find((one) => one.no === no);
          return (
            <li key={no} className="flex items-start gap-4 rounded-control border border-line px-4 py-2">
              <span className="font-display text-lg tabular-nums">{no}</span>
              <span className="min-w-0 flex-1">
                <span className={game ? '' : 'text-mist'}>{getGameState(game, isUnfinished(booking.status))}</span>
                {game?.countsAt && (
                  <span className="block text-sm text-mist">
                    Counts automatically on <Moment at={game.countsAt} />
                  </span>
                )}
                {game?.note && <span className="block text-sm text-mist">{game.note}</span>}
              </span>
              {game?.counted && <Icon name="check" className="text-green" label="Counted" />}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

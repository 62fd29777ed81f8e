import { refundTerms } from '../../../content/refund-terms.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import * as messages from '../bookings.messages.ts';
import { isUnfinished } from '../bookings.rules.ts';
import type { BookingView } from '../bookings.schema.ts';

type Game = BookingView['games'][number];

function describeGameState(t: Translator, game: Game | undefined, isAhead: boolean): string {
  if (!game) return t(isAhead ? messages.notPlayedYet : messages.notPlayed);
  if (game.counted)
    return game.silent
      ? t(messages.countedAfterSilence, { side: game.silent, hours: refundTerms.gameConfirmSilenceHours })
      : t(messages.confirmedByBoth);
  return t(game.buyerConfirmed ? messages.confirmedByBuyer : messages.confirmedByPlayer);
}

const GameDeadline = ({ countsAt }: { countsAt: string }) => (
  <RichMessage message={messages.countsAutomatically} values={{ time: () => <Moment at={countsAt} /> }} />
);

/** Shows the seven games and who confirmed them. */
export function GamesPanel({ booking }: { booking: BookingView }) {
  const t = useTranslator();
  const numbers = Array.from({ length: booking.contractedGames }, (_, index) => index + 1);
  return (
    <Panel as="section" className="stack" aria-labelledby="games">
      <h2 id="games" className="text-xl">
        {t(messages.gamesTitle)}
      </h2>
      <Progress
        label={t(messages.gamesProgress, {
          confirmed: booking.completedGames,
          games: booking.contractedGames,
        })}
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
                <span className={game ? '' : 'text-muted'}>
                  {describeGameState(t, game, isUnfinished(booking.status))}
                </span>
                {game?.countsAt && (
                  <span className="block text-sm text-muted">
                    <GameDeadline countsAt={game.countsAt} />
                  </span>
                )}
                {game?.note && <span className="block text-sm text-muted">{game.note}</span>}
              </span>
              {game?.counted && <Icon name="check" className="text-green" label={t(messages.gameCounted)} />}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

import type { ReactNode } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { DeadlineMessage, Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';
import { findResultInForce, formatMode, nameSide, STATE_LABELS } from './game-labels.ts';

type Props = { game: Game; renderCrest: (seed: number) => ReactNode };

/** Both sides with the result in force, and what it waits for. */
export function GameScore({ game, renderCrest }: Props) {
  const t = useTranslator();
  const { label, tone } = STATE_LABELS[game.state];
  return (
    <Panel className="stack">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm">
          <span>{formatMode(t, game)}</span>
          {game.ended_at && (
            <>
              <span> · </span>
              <Moment at={game.ended_at} />
            </>
          )}
        </p>
        <Badge tone={tone}>{t(label)}</Badge>
      </div>
      <div className="grid gap-3">
        <SideLine game={game} number={1} renderCrest={renderCrest} />
        <SideLine game={game} number={2} renderCrest={renderCrest} />
      </div>
      <Waiting game={game} />
    </Panel>
  );
}

function SideLine({ game, number, renderCrest }: Props & { number: 1 | 2 }) {
  const t = useTranslator();
  const side = game.sides.find((one) => one.side === number);
  const result = findResultInForce(game);
  const score = number === 1 ? result?.score_1 : result?.score_2;
  const isWinner = result?.winner === number;
  // No one has won a void game.
  const tone = isWinner && game.state !== 'void' ? 'font-semibold' : 'text-muted';
  return (
    <div className="flex items-center gap-3">
      {side ? renderCrest(side.crest_seed) : <span className="w-10" aria-hidden="true" />}
      <span className={`min-w-0 flex-1 wrap-anywhere ${tone}`}>{nameSide(t, game, number)}</span>
      {result && (
        <span className={`text-xl tabular-nums ${tone}`}>
          {score ?? t(result.winner === 0 ? messages.tieMark : isWinner ? messages.winnerMark : messages.loserMark)}
        </span>
      )}
    </div>
  );
}

/** Says what happens next, and by when. */
function Waiting({ game }: { game: Game }) {
  const t = useTranslator();
  const { state, due_at: due, sides, can } = game;
  if (state === 'disputed' && due) {
    return (
      <p className="text-sm">
        <DeadlineMessage message={messages.dueDecide} until={due} />
      </p>
    );
  }
  if (state === 'void') return <p className="text-sm">{t(messages.voidHint)}</p>;
  if (state !== 'reported') return null;
  if (due) {
    return (
      <p className="text-sm">
        <DeadlineMessage message={can.confirm ? messages.dueConfirmYou : messages.dueConfirm} until={due} />
      </p>
    );
  }
  return <p className="text-sm">{t(sides.length === 2 ? messages.waitsForSquad : messages.waitsForPlayer)}</p>;
}

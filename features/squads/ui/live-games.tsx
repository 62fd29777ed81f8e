import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { GameResult, LiveGame, LiveNow } from '../live-now/live-now.schema.ts';
import * as messages from '../squads.messages.ts';
import { useNow } from './use-now.ts';

type Props = { squadId: string; live: LiveNow };

/** The next step of a live session: start a game, say how it ended, play another one. */
export function LiveGames({ squadId, live }: Props) {
  const t = useTranslator();
  const { busy, run } = useAction();
  const now = useNow();
  const last = live.games.at(-1);
  const isOver = Date.parse(live.ends_at) <= now;
  const param = { id: squadId, session_id: live.session_id };
  const operation = browserApi().api.squads[':id'].sessions[':session_id'].games[':number'];
  const start = (number: number) =>
    run(
      () => operation.$put({ param: { ...param, number: String(number) } }),
      t(messages.gameStartedToast, { number }),
    );
  const report = (number: number, result: GameResult) =>
    run(
      () => operation.result.$put({ param: { ...param, number: String(number) }, json: { result } }),
      t(messages.resultToast),
    );
  if (!last) {
    return (
      <Button block icon="play" onClick={() => start(1)}>
        {t(messages.werePlaying)}
      </Button>
    );
  }
  const { number } = last;
  if (last.result === null) {
    return (
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-2">{t(messages.howDidItEnd, { number })}</legend>
        <Button icon="trophy" aria-disabled={busy} onClick={() => report(number, 'won')}>
          {t(messages.weWon)}
        </Button>
        <Button variant="secondary" aria-disabled={busy} onClick={() => report(number, 'lost')}>
          {t(messages.weLost)}
        </Button>
      </fieldset>
    );
  }
  return (
    <div className="grid gap-2">
      <Result game={{ ...last, result: last.result }} onReport={(result) => report(number, result)} />
      {!isOver && (
        <Button block icon="refresh" onClick={() => start(number + 1)}>
          {t(messages.runItBack)}
        </Button>
      )}
    </div>
  );
}

type ResultProps = { game: LiveGame & { result: GameResult }; onReport: (result: GameResult) => unknown };

/** How the last game ended. Its reporter can change that until another player confirms it. */
function Result({ game, onReport }: ResultProps) {
  const t = useTranslator();
  const { number, result, reported_by_you: own } = game;
  if (game.confirmed) return <p>{t(messages.resultFinal, { number, result })}</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0">
        {own
          ? t(messages.youReported, { number, result })
          : t(messages.playerReported, { name: game.reported_by ?? '', number, result })}
      </p>
      {own ? (
        <Button size="sm" variant="ghost" className="px-0" onClick={() => onReport(result === 'won' ? 'lost' : 'won')}>
          {t(messages.changeResult, { result })}
        </Button>
      ) : (
        <Button size="sm" variant="secondary" icon="check" onClick={() => onReport(result)}>
          {t(messages.confirmResult)}
        </Button>
      )}
    </div>
  );
}

import { Link, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';
import { findResultInForce, formatResult, nameSide, STATE_LABELS } from '../ui/game-labels.ts';
import { ReportGame } from '../ui/report-game.tsx';

/** The games of a session, and the form that reports another one. */
export default function SessionGamesPanel() {
  const t = useTranslator();
  const { id = '' } = useParams();
  const query = useQuery(`session-games ${id}`, () => browserApi().api.sessions[':id'].games.$get({ param: { id } }));
  useLive(['squad'], query.refresh);
  const { data } = query;
  // Before a session there's nothing to report, so the panel would only be noise.
  if (data && data.games.length === 0 && data.next_number === null) return null;
  return (
    <Panel as="section" className="stack" aria-labelledby="games">
      <h2 id="games" className="text-lg">
        {t(messages.sessionGames)}
      </h2>
      {query.failed && !data && <ErrorState title={t(messages.gamesFailed)} onRetry={query.reload} />}
      {!query.failed && !data && (
        <SkeletonRegion label={t(messages.gameLoading)}>
          <Skeleton shape="block" className="h-20" />
        </SkeletonRegion>
      )}
      {data?.games.length === 0 && <p className="text-muted">{t(messages.noGames)}</p>}
      {data && data.games.length > 0 && (
        <ul className="grid gap-3" aria-labelledby="games">
          {data.games.map((game) => (
            <GameItem key={game.id} game={game} />
          ))}
        </ul>
      )}
      {data && <ReportGame sessionId={id} games={data} onReported={query.refresh} />}
    </Panel>
  );
}

function GameItem({ game }: { game: Game }) {
  const t = useTranslator();
  const result = findResultInForce(game);
  const { label, tone } = STATE_LABELS[game.state];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to={paths.game(game.id)}>{t(messages.gameNumber, { number: game.number })}</Link>
      {result && <strong className="tabular-nums">{formatResult(t, result)}</strong>}
      <span className="min-w-0 flex-1 text-muted text-sm wrap-anywhere">{nameSide(t, game, 2)}</span>
      <Badge tone={tone}>{t(label)}</Badge>
    </li>
  );
}

import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatList } from '../../../messages/lists.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';
import { MODES } from '../../profiles/game.schema.ts';
import * as messages from '../competition.messages.ts';
import type { GameHistory as History, HistoryItem } from '../games/game-history.schema.ts';

/** The filter and the page to load. */
export type HistoryRequest = { mode?: (typeof MODES)[number]; with?: string; before?: string };

type Props = {
  /** Identifies whose history it is. */
  about: string;
  read: (query: HistoryRequest) => Promise<History>;
  /** Whether to show nothing instead of an empty list, such as on a profile. */
  hideEmpty?: boolean;
};

const OUTCOMES = {
  won: { label: messages.winnerMark, tone: 'green' },
  lost: { label: messages.loserMark, tone: 'red' },
  tied: { label: messages.tieMark, tone: 'neutral' },
} as const;

/** The confirmed games of a player or a squad, newest first. */
export function GameHistory({ about, read, hideEmpty = false }: Props) {
  const t = useTranslator();
  const [mode, setMode] = useState('');
  const [teammate, setTeammate] = useState('');
  const filter: HistoryRequest = {
    ...(mode ? { mode: mode as (typeof MODES)[number] } : {}),
    ...(teammate ? { with: teammate } : {}),
  };
  const key = `games ${about} ${mode} ${teammate}`;
  const query = useQuery(key, () => read(filter), { keepPrevious: true });
  const [older, setOlder] = useState<History>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter or a newer game shifts all pages
  useEffect(() => setOlder(undefined), [query.data]);
  const { data } = query;
  const isFiltered = mode !== '' || teammate !== '';
  if (hideEmpty && !isFiltered && (!data || data.games.length === 0)) return null;
  const next = older ? older.next : (data?.next ?? null);
  const showOlder = async () => {
    const page = await attempt(() => read({ ...filter, before: next! }), undefined, t(messages.olderFailed));
    if (page) setOlder((now) => ({ ...page, games: [...(now?.games ?? []), ...page.games] }));
  };
  const games = [...(data?.games ?? []), ...(older?.games ?? [])];
  return (
    <Panel as="section" className="stack" aria-labelledby="match-history">
      <h2 id="match-history" className="text-lg">
        {t(messages.historyTitle)}
      </h2>
      {!data && query.failed && <ErrorState title={t(messages.historyFailed)} onRetry={query.reload} />}
      {!data && !query.failed && (
        <SkeletonRegion label={t(messages.historyLoading)}>
          <Skeleton shape="block" className="h-24" />
        </SkeletonRegion>
      )}
      {data && (isFiltered || games.length > 0) && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t(messages.modeField)}>
            <Select
              options={[{ value: '', label: t(messages.anyMode) }, ...MODES]}
              value={mode}
              onChange={(event) => setMode(event.target.value)}
            />
          </Field>
          {data.teammates.length > 0 && (
            <Field label={t(messages.teammateField)}>
              <Select
                options={[
                  { value: '', label: t(messages.anyTeammate) },
                  ...data.teammates.map(({ id, display_name }) => ({ value: id, label: display_name })),
                ]}
                value={teammate}
                onChange={(event) => setTeammate(event.target.value)}
              />
            </Field>
          )}
        </div>
      )}
      {data && games.length === 0 && (
        <p className="text-muted">
          {isFiltered ? t(messages.historyNoMatch) : `${t(messages.historyEmpty)}. ${t(messages.historyEmptyHint)}`}
        </p>
      )}
      {games.length > 0 && (
        <ul className="grid gap-3" aria-labelledby="match-history">
          {games.map((game) => (
            <HistoryLine key={game.id} game={game} />
          ))}
        </ul>
      )}
      {next && (
        <Button variant="secondary" size="sm" className="self-start" onClick={showOlder}>
          {t(messages.showOlder)}
        </Button>
      )}
    </Panel>
  );
}

function HistoryLine({ game }: { game: HistoryItem }) {
  const t = useTranslator();
  const { label, tone } = OUTCOMES[game.outcome];
  const { own_score: own, other_score: other } = game;
  const score = own !== null && other !== null ? t(messages.scoreResult, { own, other }) : undefined;
  const opponent = t(messages.opponentLine, { name: game.opponent ?? t(messages.unknownOpponents) });
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{t(label)}</Badge>
        {score && <strong className="tabular-nums">{score}</strong>}
        {game.open ? (
          <Link to={paths.game(game.id)} className="min-w-0 wrap-anywhere">
            {opponent}
          </Link>
        ) : (
          <span className="min-w-0 wrap-anywhere">{opponent}</span>
        )}
      </span>
      <span className="text-muted text-sm wrap-anywhere">
        <span>{game.mode}</span>
        <span> · </span>
        <Moment at={game.ended_at} />
        {game.teammates.length > 0 && (
          <span>{` · ${t(messages.withLine, { names: formatList(t, game.teammates, 'commas') })}`}</span>
        )}
      </span>
    </li>
  );
}

import { useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { attempt } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import type { DisputedGame } from '../../competition/games/games.schema.ts';
import { WhenLoaded } from './loading.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';
import { useConsoleNews } from './use-console-news.ts';

const NOTE_MAX = 500;

type Game = DisputedGame['game'];
type Result = Game['results'][number];

const FLAG_TEXTS: Record<DisputedGame['flags'][number]['kind'], (count: number) => string> = {
  shared_account: (count) => `${count} played for both squads in the last 30 days`,
  shared_address: (count) => `${count} pairs of players share a network`,
  shared_device: (count) => `${count} pairs of players share a device`,
  daily_limit: () => 'More games today than the ratings count',
};

/** Lists the disputed games, the one due first on top, with both versions and the screenshots. */
export function GamesTab({ onChange }: { onChange: () => void }) {
  const query = useAdminQuery(() => unwrap(browserApi().api.admin.games.$get()), 'games');
  useConsoleNews(query.refresh);
  // A decided game disappears, and the second half of a double tap must not decide the game that takes its place.
  const tapGuard = useTapGuard((query.data?.games ?? []).map(({ game }) => game.id).join());
  const handleChange = () => {
    void query.reload();
    onChange();
  };
  return (
    <WhenLoaded loaded={query} label="Loading disputed games">
      {({ games }) =>
        games.length === 0 ? (
          <EmptyState icon="check" tone="green" title="No disputed games">
            Games appear here when two sides report different results.
          </EmptyState>
        ) : (
          <ul className="stack" onClickCapture={tapGuard}>
            {games.map((dispute) => (
              <li key={dispute.game.id}>
                <DisputeCard dispute={dispute} onChange={handleChange} />
              </li>
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  );
}

const nameSide = ({ sides }: Game, number: number) =>
  sides.find(({ side }) => side === number)?.name ?? 'Unknown opponents';

function formatVersion(game: Game, { winner, score_1: own, score_2: other }: Result): string {
  if (own !== null && other !== null) return `${own}–${other}`;
  return winner === 0 ? 'Tie' : `${nameSide(game, winner)} won`;
}

function DisputeCard({ dispute: { game, flags }, onChange }: { dispute: DisputedGame; onChange: () => void }) {
  const [decision, setDecision] = useState<{ version: number | null; label: string }>();
  const [note, setNote] = useDraftText(`game-decision-${game.id}`);
  const decide = async () => {
    if (!decision) return;
    const json = { version: decision.version, note };
    setDecision(undefined);
    const { decision: operation } = browserApi().api.admin.games[':id'];
    const isDone = await attempt(() => operation.$post({ param: { id: game.id }, json }), 'Game decided');
    if (isDone) setNote('');
    onChange();
  };
  return (
    <Panel as="article" padding="sm" className="stack" aria-labelledby={`dispute-${game.id}`}>
      <div>
        <h2 id={`dispute-${game.id}`} className="text-base wrap-anywhere">
          {`${nameSide(game, 1)} vs ${nameSide(game, 2)}`}
        </h2>
        <p className="text-muted text-sm">
          {`${game.mode}, ended ${formatTime(game.ended_at)}. Void after ${formatTime(game.due_at)}.`}
        </p>
      </div>
      <ul className="grid gap-2" aria-label="Versions">
        {game.results.map((result) => (
          <li key={result.version} className="grid">
            <strong className="tabular-nums">{formatVersion(game, result)}</strong>
            <span className="text-sm wrap-anywhere">
              {`${result.reported_by ?? 'A player'} for ${nameSide(game, result.side)}, ${formatTime(result.reported_at)}`}
            </span>
          </li>
        ))}
      </ul>
      {game.events.map(({ note: text, by, at }) =>
        text ? (
          <blockquote key={at} className="wrap-anywhere">
            {`${by ?? 'Moderator'}: ${text}`}
          </blockquote>
        ) : null,
      )}
      {flags.length > 0 && (
        <div className="cluster">
          {flags.map(({ kind, count }) => (
            <Badge key={kind} tone="gold" icon="warning">
              {FLAG_TEXTS[kind](count)}
            </Badge>
          ))}
        </div>
      )}
      {game.evidence.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2" aria-label="Screenshots">
          {game.evidence.map((one) => (
            <li key={one.id} className="grid gap-1">
              <a href={one.url} target="_blank" rel="noreferrer">
                <img
                  src={one.url}
                  alt={`Screenshot by ${one.by}`}
                  className="max-h-80 w-full rounded-control object-contain"
                />
              </a>
              <span className="text-muted text-sm">{`${one.by} for ${nameSide(game, one.side)}`}</span>
            </li>
          ))}
        </ul>
      )}
      <Field label="Note to both sides" optional>
        <TextArea rows={2} maxLength={NOTE_MAX} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className="cluster">
        {game.results.map((result) => {
          const label = formatVersion(game, result);
          return (
            <Button
              key={result.version}
              size="sm"
              variant="secondary"
              icon="check"
              onClick={() => setDecision({ version: result.version, label })}
            >
              {`Decide ${label}`}
            </Button>
          );
        })}
        <Button
          size="sm"
          variant="secondary"
          icon="close"
          onClick={() => setDecision({ version: null, label: 'void' })}
        >
          Void
        </Button>
      </div>
      <ConfirmDialog
        open={decision !== undefined}
        title={decision?.version === null ? 'Void this game?' : `Decide ${decision?.label ?? ''}?`}
        confirmLabel={decision?.version === null ? 'Void game' : 'Decide game'}
        onConfirm={() => decide()}
        onCancel={() => setDecision(undefined)}
      >
        Both sides will be notified and see your note.
      </ConfirmDialog>
    </Panel>
  );
}

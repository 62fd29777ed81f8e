import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatCountdown } from '../../../time/countdown.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { LiveNow as Live } from '../live-now/live-now.schema.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { LiveGames } from './live-games.tsx';
import { LivePlayers } from './live-players.tsx';
import { LiveRefill } from './live-refill.tsx';
import { countResults } from './live-results.ts';
import { OwnGamertag } from './own-gamertag.tsx';
import { ReportMissing } from './report-missing.tsx';
import { SessionSubstitutes } from './session-substitutes.tsx';
import { useNow } from './use-now.ts';
import { VoiceLink } from './voice-link.tsx';

type Props = { squad: SquadRoom; live: Live };

/** Helps a squad from the live queue get into one lobby, replace missing players and report its games. */
export function LiveNow({ squad, live }: Props) {
  const t = useTranslator();
  const ownPlayer = live.players.find(({ is_you }) => is_you);
  const tags = live.players.flatMap(({ is_you, missing, gamertag }) => (is_you || missing ? [] : (gamertag ?? [])));
  const session = squad.sessions.find(({ id }) => id === live.session_id);
  return (
    <Panel as="section" tone="orange" padding="sm" aria-labelledby="live-now" className="live-now grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="live-now" className="text-lg">
          {t(messages.liveNow)}
        </h2>
        <Clock live={live} />
        {live.games.length === 0 && (
          <p className="order-last basis-full sm:max-lg:order-none text-muted sm:max-lg:basis-auto sm:max-lg:flex-1">
            <Host live={live} />
          </p>
        )}
      </div>
      {ownPlayer?.missing && <ReportedMissing squad={squad} live={live} />}
      {ownPlayer && !ownPlayer.gamertag && <OwnGamertag squadId={squad.id} kind={ownPlayer.gamertag_kind} />}
      <LivePlayers squadId={squad.id} live={live} />
      <div className="flex flex-wrap gap-2">
        {tags.length > 1 && <CopyButton text={tags.join('\n')} label={t(messages.copyAll)} className="px-3" />}
        <VoiceLink squadId={squad.id} url={live.voice_url} />
      </div>
      {session && <LiveRefill session={session} />}
      {session && <SessionSubstitutes squadId={squad.id} session={session} live />}
      {ownPlayer && !ownPlayer.missing && (
        <>
          <LiveGames squadId={squad.id} live={live} />
          {live.refill_open && <ReportMissing squadId={squad.id} live={live} />}
        </>
      )}
    </Panel>
  );
}

/** Counts up: in the lobby from the start of the session, in a game from its start. Between games, shows the results. */
function Clock({ live }: { live: Live }) {
  const t = useTranslator();
  const now = useNow(1_000);
  const game = live.games.at(-1);
  if (game?.result) return <span className="text-muted text-sm">{t(messages.tally, countResults(live.games))}</span>;
  const since = Date.parse(game?.started_at ?? live.starts_at);
  if (now < since) return null;
  return (
    <span className="flex items-baseline gap-2 text-muted text-sm">
      <span>{game ? t(messages.gameClock, { number: game.number }) : t(messages.lobbyClock)}</span>
      <span role="timer" className="font-semibold text-base text-text tabular-nums">
        {formatCountdown(now - since)}
      </span>
    </span>
  );
}

function Host({ live }: { live: Live }) {
  const t = useTranslator();
  const host = live.players.find(({ id }) => id === live.host_id);
  if (!host) return t(messages.noHost);
  if (!host.is_you) return t(messages.playerHosts, { name: host.display_name });
  const count = live.players.filter(({ is_you, missing }) => !is_you && !missing).length;
  return t(messages.youHost, { count });
}

/** Lets a player who was reported missing come back, unless someone took their spot. */
function ReportedMissing({ squad, live }: Props) {
  const t = useTranslator();
  const { run } = useAction();
  const ownPlayer = live.players.find(({ is_you }) => is_you);
  const isFull = live.players.filter(({ missing }) => !missing).length >= squad.size;
  const { $put: put } = browserApi().api.squads[':id'].sessions[':session_id']['check-in'];
  const checkIn = () =>
    run(
      () => put({ param: { id: squad.id, session_id: live.session_id }, json: { version: live.version } }),
      t(messages.checkedInToast),
    );
  if (isFull) {
    return (
      <Notice tone="gold" title={t(messages.spotTakenTitle)}>
        {t(messages.spotTakenHint)}
      </Notice>
    );
  }
  return (
    <Notice
      tone="gold"
      icon="warning"
      title={t(messages.youAreMissing)}
      action={
        <Button size="sm" icon="check" onClick={checkIn}>
          {t(messages.imHere)}
        </Button>
      }
    >
      {ownPlayer?.missing_reports ? t(messages.reportedMissingHint) : t(messages.youAreMissingHint)}
    </Notice>
  );
}

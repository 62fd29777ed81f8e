import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';
import { formatResult } from './game-labels.ts';

type Event = Game['events'][number];

const BY_SOMEONE = {
  reported: messages.eventReported,
  corrected: messages.eventCorrected,
  confirmed: messages.eventConfirmed,
  disputed: messages.eventDisputed,
} as const satisfies Partial<Record<Event['kind'], Message<{ name: string }>>>;

function describeEvent(t: Translator, { kind, by, automatic }: Event): string {
  if (kind === 'decided') return t(messages.eventDecided);
  if (kind === 'voided') return t(automatic ? messages.eventVoided : messages.eventVoidedByModerator);
  return by === null ? t(messages.eventConfirmedAlone) : t(BY_SOMEONE[kind], { name: by });
}

/** What happened to a result, with every version of it. */
export function GameTimeline({ game }: { game: Game }) {
  const t = useTranslator();
  if (game.events.length === 0) return null;
  return (
    <Panel as="section" className="stack" aria-labelledby="timeline">
      <h2 id="timeline" className="text-lg">
        {t(messages.timelineTitle)}
      </h2>
      <ol className="grid gap-3" aria-labelledby="timeline">
        {game.events.map((event) => (
          <TimelineItem key={`${event.kind} ${event.at}`} game={game} event={event} />
        ))}
      </ol>
    </Panel>
  );
}

function TimelineItem({ game, event }: { game: Game; event: Event }) {
  const t = useTranslator();
  const result = game.results.find(({ version }) => version === event.version);
  const isInForce = result?.version === game.version && game.results.length > 1 && event.kind !== 'confirmed';
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 wrap-anywhere">{describeEvent(t, event)}</span>
        {result && event.kind !== 'confirmed' && <strong>{formatResult(t, result)}</strong>}
        {isInForce && game.confirmed_at && <Badge tone="green">{t(messages.inForce)}</Badge>}
      </span>
      {event.note && <span className="wrap-anywhere">{event.note}</span>}
      <Moment at={event.at} className="text-muted text-sm" />
    </li>
  );
}

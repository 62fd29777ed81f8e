import { type ReactNode, useEffect, useState } from 'react';
import { formatList } from '../../../messages/lists.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';
import type { PastSquads as Page, PastSquad } from '../squads.schema.ts';
import { SquadCrest } from './squad-crest.tsx';

type PastSquadsProps = { first: Page; renderMessages: (squad: PastSquad) => ReactNode };

/** The viewer's past squads: when they ended, who was in them, and why the viewer left. */
export function PastSquads({ first, renderMessages }: PastSquadsProps) {
  const t = useTranslator();
  const { page, more } = usePastSquads(first);
  const formatNames = (names: string[]) => formatList(t, names, 'commas');
  if (page.past.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="past">
      <h2 id="past" className="text-lg">
        {t(messages.pastSquadsTitle)}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={t(messages.pastSquadsList)}>
        {page.past.map((squad) => (
          <li key={`${squad.id} ${squad.left_at}`} className="flex gap-3">
            <SquadCrest seed={squad.crest_seed} size={40} />
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{squad.name}</p>
              <p className="text-sm text-muted">
                <RichMessage
                  message={squad.ended ? messages.periodEnded : messages.periodActive}
                  values={{ period: () => <SquadPeriod from={squad.created_at} to={squad.left_at} /> }}
                />
              </p>
              <p className="text-sm wrap-anywhere">
                <span>{squad.reason}</span>
                {squad.others.length > 0 && (
                  <span> {t(messages.withPlayers, { names: formatNames(squad.others) })}</span>
                )}
              </p>
              {renderMessages(squad)}
            </div>
          </li>
        ))}
      </ul>
      {page.next && (
        <Button variant="secondary" size="sm" className="self-start" onClick={more}>
          {t(messages.showOlder)}
        </Button>
      )}
    </section>
  );
}

/** Returns the current first page and the older pages loaded so far. */
function usePastSquads(first: Page) {
  const t = useTranslator();
  const [olderSquads, setOlder] = useState<Page>();
  const newestLeftAt = first.past[0]?.left_at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving another squad shifts all pages
  useEffect(() => setOlder(undefined), [newestLeftAt]);
  const next = olderSquads ? olderSquads.next : first.next;
  const loadMore = async () => {
    const query = { before: next! };
    const page = await attempt(() => browserApi().api.squads.past.$get({ query }), undefined, t(messages.olderFailed));
    if (page) setOlder((now) => ({ past: [...(now?.past ?? []), ...page.past], next: page.next }));
  };
  return { page: { past: [...first.past, ...(olderSquads?.past ?? [])], next }, more: loadMore };
}

/** Shows a date range, or one date if it starts and ends on the same day. */
function SquadPeriod({ from, to }: { from: string; to: string }) {
  const t = useTranslator();
  const reader = useReader();
  if (formatReaderTime(t, from, 'day', reader) === formatReaderTime(t, to, 'day', reader))
    return <Moment at={to} as="date" />;
  return (
    <RichMessage
      message={messages.period}
      values={{ from: () => <Moment at={from} as="date" />, to: () => <Moment at={to} as="date" /> }}
    />
  );
}

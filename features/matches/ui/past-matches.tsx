import { useState } from 'react';
import { formatList } from '../../../messages/lists.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../matches.messages.ts';
import { getTypeLabel, roundShownScore } from '../matches.rules.ts';
import type { PastMatches as Page, PastMatch } from '../matches.schema.ts';

/** Shows past matches that didn't work out: when, with whom and why. Loaded on request. */
export function PastMatches() {
  const t = useTranslator();
  const { page, problem, more } = usePastMatches();
  return (
    <section className="stack" aria-labelledby="past-matches">
      <h2 id="past-matches" className={page ? 'text-lg' : 'sr-only'}>
        {t(messages.pastMatchesTitle)}
      </h2>
      {page?.matches.length === 0 && <p className="text-muted">{t(messages.noPastMatches)}</p>}
      {page && page.matches.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={t(messages.endedMatches)}>
          {page.matches.map((match) => (
            <EndedMatch key={match.id} match={match} />
          ))}
        </ul>
      )}
      {problem && (
        <Notice tone="red" title={t(messages.endedMatchesError)}>
          {problem}
        </Notice>
      )}
      {(!page || page.next) && (
        <Button variant="secondary" size="sm" className="self-start" onClick={more}>
          {page ? t(messages.showOlderMatches) : t(messages.showEndedMatches)}
        </Button>
      )}
    </section>
  );
}

function usePastMatches() {
  const [page, setPage] = useState<Page>();
  const [problem, setProblem] = useState<string>();
  const loadMore = async () => {
    setProblem(undefined);
    const query = page?.next ? { before: page.next } : {};
    const next = await attempt(() => browserApi().api.matches.past.$get({ query }), undefined, setProblem);
    if (next) setPage((now) => ({ matches: [...(now?.matches ?? []), ...next.matches], next: next.next }));
  };
  return { page, problem, more: loadMore };
}

function EndedMatch({ match }: { match: PastMatch }) {
  const t = useTranslator();
  const others = match.others.map(({ display_name }) => display_name);
  const names = formatList(t, others, 'commas');
  return (
    <li className="rounded-control border border-line bg-raised p-3">
      <p className="font-medium wrap-anywhere">{t(messages.endedMatchWith, { names })}</p>
      <p className="text-sm text-muted">
        <RichMessage
          message={messages.endedMatchFacts}
          values={{
            type: t(getTypeLabel(match.type)),
            score: roundShownScore(match.score),
            time: () => <Moment at={match.ended_at} as="date" />,
          }}
        />
      </p>
      <p className="text-sm">{match.reason}</p>
    </li>
  );
}

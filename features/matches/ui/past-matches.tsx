import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { attempt } from '../../../web/use-action.ts';
import { getTypeLabel, roundShownScore } from '../matches.rules.ts';
import type { PastMatches as Page, PastMatch } from '../matches.schema.ts';

/** Shows past proposals that didn't work out: when, with whom and why. Loaded on request. */
export function PastMatches() {
  const { page, problem, more } = usePastMatches();
  return (
    <section className="stack" aria-labelledby="past-matches">
      <h2 id="past-matches" className="text-lg">
        Past matches
      </h2>
      {page?.matches.length === 0 && <p className="text-mist">None of your matches has fallen through.</p>}
      {page && page.matches.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label="Ended matches">
          {page.matches.map((match) => (
            <EndedMatch key={match.id} match={match} />
          ))}
        </ul>
      )}
      {problem && (
        <Notice tone="red" title="Couldn't load ended matches">
          {problem}
        </Notice>
      )}
      {(!page || page.next) && (
        <Button variant="secondary" size="sm" className="self-start" onClick={more}>
          {page ? 'Show older matches' : 'Show ended matches'}
        </Button>
      )}
    </section>
  );
}

function usePastMatches() {
  const [page, setPage] = useState<Page>();
  const [problem, setProblem] = useState<string>();
  const more = async () => {
    setProblem(undefined);
    const query = page?.next ? { before: page.next } : {};
    const next = await attempt(() => browserApi().api.matches.past.$get({ query }), undefined, setProblem);
    if (next) setPage((now) => ({ matches: [...(now?.matches ?? []), ...next.matches], next: next.next }));
  };
  return { page, problem, more };
}

function EndedMatch({ match }: { match: PastMatch }) {
  const names = match.others.map(({ display_name }) => display_name).join(', ');
  return (
    <li className="rounded-control border border-line bg-raised p-3">
      <p className="font-medium wrap-anywhere">With {names}</p>
      <p className="text-sm text-mist">
        {getTypeLabel(match.type)} · Score {roundShownScore(match.score)}/100 · ended{' '}
        <Moment at={match.ended_at} as="date" />
      </p>
      <p className="text-sm">{match.reason}</p>
    </li>
  );
}

import type { ReactNode } from 'react';
import { english } from '../../../messages/lazy-text.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import type { Query } from '../../../web/use-query.ts';
import type { DeskLine, DeskPage } from '../../support/support.schema.ts';
import { type RequestState, TOPIC_LABELS } from '../../support/support-topics.schema.ts';
import { DESK_STATES, formatPerson } from './support-desk-labels.ts';

const LINES = ['a', 'b', 'c', 'd'];

type Props = { desk: Query<DeskPage>; state: RequestState; children: readonly ReactNode[] };

/** Lists the requests in a state, or says that there are none. */
export function DeskList({ desk, state, children }: Props) {
  if (!desk.data && desk.failed) {
    return (
      <ErrorState title="Couldn't load the requests" onRetry={desk.reload} retrying={desk.loading}>
        Nothing is lost. Check your connection and try again.
      </ErrorState>
    );
  }
  if (!desk.data) {
    return (
      <SkeletonRegion label="Loading the requests" className="stack">
        {LINES.map((line) => (
          <Skeleton key={line} className="h-20 w-full" shape="block" />
        ))}
      </SkeletonRegion>
    );
  }
  if (children.length === 0) return <EmptyState icon="check" tone="green" title={DESK_STATES[state].empty} />;
  return (
    <ul className="stack gap-2" aria-label={`${DESK_STATES[state].label} requests`}>
      {children}
    </ul>
  );
}

type LineProps = { line: DeskLine; isChosen: boolean; onChoose: () => void };

export function DeskLineButton({ line, isChosen, onChoose }: LineProps) {
  return (
    <button
      type="button"
      className="panel panel-sm card grid w-full gap-1 text-start"
      data-tone={isChosen ? 'cyan' : undefined}
      aria-current={isChosen}
      data-request={line.id}
      onClick={onChoose}
    >
      <span className="font-semibold wrap-anywhere">{formatPerson(line)}</span>
      <span className="truncate">{line.excerpt}</span>
      <span className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span>{english(TOPIC_LABELS[line.topic])}</span>
        <Moment at={line.state_since} />
        {line.taken_by && <span>{line.taken_by.name ?? 'An admin'}</span>}
      </span>
    </button>
  );
}

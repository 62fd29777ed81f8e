import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, type SuccessfulResponse } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';

type Blocks = SuccessfulResponse<
  Awaited<ReturnType<ReturnType<typeof browserApi>['api']['profiles']['me']['blocks']['$get']>>
>;
type Blocked = Blocks['blocks'][number];

const KINDS = {
  block: { badge: 'Blocked', tone: 'red', undo: 'Unblock', done: 'Unblocked' },
  avoid: { badge: 'Avoided', tone: 'neutral', undo: 'Stop avoiding', done: 'No longer avoided' },
} as const;

/**
 * The players whom the signed-in player has blocked or avoids, with an undo button. Nobody else ever sees this list.
 */
export function BlockList() {
  const { data, failed, reload } = useQuery('blocks', () => browserApi().api.profiles.me.blocks.$get());
  return (
    <Panel as="section" className="stack" aria-labelledby="blocked-players">
      <h2 id="blocked-players" className="text-xl">
        Blocked players
      </h2>
      {failed ? (
        <ErrorState title="Couldn't load the list" onRetry={reload}>
          Your blocks still apply.
        </ErrorState>
      ) : data ? (
        <Rows blocks={data.blocks} onChange={reload} />
      ) : (
        <SkeletonRegion label="Loading blocked players">
          <Skeleton className="h-6 w-48" />
        </SkeletonRegion>
      )}
    </Panel>
  );
}

function Rows({ blocks, onChange }: { blocks: readonly Blocked[]; onChange: () => Promise<void> }) {
  if (blocks.length === 0) {
    return <p className="text-mist">You haven't blocked anyone. You can block or avoid players on their profiles.</p>;
  }
  const undo = async ({ id, kind, display_name }: Blocked) => {
    const post = () => browserApi().api.profiles[':id'].block.$delete({ param: { id } });
    await attempt(post, { title: KINDS[kind].done, description: display_name });
    await onChange();
  };
  return (
    <ul className="divide-y divide-line">
      {blocks.map((blocked) => (
        <li key={blocked.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <p className="cluster min-w-0">
            <Link to={paths.profile(blocked.id)} className="wrap-anywhere">
              {blocked.display_name}
            </Link>
            <Badge tone={KINDS[blocked.kind].tone}>{KINDS[blocked.kind].badge}</Badge>
          </p>
          <Button variant="ghost" size="sm" onClick={() => undo(blocked)}>
            {KINDS[blocked.kind].undo} <span className="sr-only">{blocked.display_name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, type SuccessfulResponse } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../profiles.messages.ts';

type Blocks = SuccessfulResponse<
  Awaited<ReturnType<ReturnType<typeof browserApi>['api']['profiles']['me']['blocks']['$get']>>
>;
type Blocked = Blocks['blocks'][number];

const KINDS = {
  block: {
    badge: messages.blockedBadge,
    tone: 'red',
    undo: messages.unblockAction,
    done: messages.unblockedToast,
  },
  avoid: {
    badge: messages.avoidedBadge,
    tone: 'neutral',
    undo: messages.stopAvoidingPlayer,
    done: messages.notAvoidedToast,
  },
} as const;

/** Lists the players whom the user has blocked or avoids, with an undo button. Only the user can see it. */
export function BlockList() {
  const t = useTranslator();
  const { data, failed, reload } = useQuery('blocks', () => browserApi().api.profiles.me.blocks.$get());
  return (
    <Panel as="section" className="stack" aria-labelledby="blocked-players">
      <h2 id="blocked-players" className="text-xl">
        {t(messages.blockListTitle)}
      </h2>
      {failed ? (
        <ErrorState title={t(messages.blockListLoadFailed)} onRetry={reload}>
          {t(messages.blockListLoadHint)}
        </ErrorState>
      ) : data ? (
        <Rows blocks={data.blocks} onChange={reload} />
      ) : (
        <SkeletonRegion label={t(messages.blockListLoading)}>
          <Skeleton className="h-6 w-48" />
        </SkeletonRegion>
      )}
    </Panel>
  );
}

function Rows({ blocks, onChange }: { blocks: readonly Blocked[]; onChange: () => Promise<void> }) {
  const t = useTranslator();
  if (blocks.length === 0) {
    return <p className="text-muted">{t(messages.blockListEmpty)}</p>;
  }
  const undo = async ({ id, kind, display_name }: Blocked) => {
    const post = () => browserApi().api.profiles[':id'].block.$delete({ param: { id } });
    await attempt(post, { title: t(KINDS[kind].done), description: display_name });
    await onChange();
  };
  return (
    <ul className="divide-y divide-line">
      {blocks.map((player) => (
        <li key={player.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <p className="cluster min-w-0">
            <Link to={paths.profile(player.id)} className="wrap-anywhere">
              {player.display_name}
            </Link>
            <Badge tone={KINDS[player.kind].tone}>{t(KINDS[player.kind].badge)}</Badge>
          </p>
          <Button variant="ghost" size="sm" onClick={() => undo(player)}>
            <RichMessage
              message={KINDS[player.kind].undo}
              values={{
                name: player.display_name,
                spoken: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
              }}
            />
          </Button>
        </li>
      ))}
    </ul>
  );
}

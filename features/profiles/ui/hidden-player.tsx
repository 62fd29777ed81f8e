import type { ReactNode } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';

/** Shown instead of a player hidden by a block. The blocker can undo it; the blocked player sees a missing profile. */
export function HiddenPlayerNotice({
  id,
  name,
  onUnblocked,
  otherwise,
}: {
  id: string;
  name: string;
  onUnblocked: () => void;
  otherwise: ReactNode;
}) {
  const { data } = useQuery(id, () => browserApi().api.profiles[':id'].block.$get({ param: { id } }));
  if (data?.kind !== 'block') return otherwise;
  const unblock = async () => {
    const removed = await attempt(() => browserApi().api.profiles[':id'].block.$delete({ param: { id } }), 'Removed.');
    if (removed) onUnblocked();
  };
  return (
    <div className="page py-12">
      <Notice tone="gold" title={`You blocked ${name}`}>
        <p>While you're signed in, you don't see each other. We never match you. We don't notify them.</p>
        <Button size="sm" className="mt-2" onClick={unblock}>
          Unblock
        </Button>
      </Notice>
    </div>
  );
}

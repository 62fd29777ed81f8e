import type { ReactNode } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../profiles.messages.ts';

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
  const t = useTranslator();
  const { data } = useQuery(id, () => browserApi().api.profiles[':id'].block.$get({ param: { id } }));
  if (data?.kind !== 'block') return otherwise;
  const unblock = async () => {
    const work = () => browserApi().api.profiles[':id'].block.$delete({ param: { id } });
    const removed = await attempt(work, t(messages.removedToast));
    if (removed) onUnblocked();
  };
  return (
    <div className="page py-12">
      <Notice tone="gold" title={t(messages.youBlocked, { name })}>
        <p>{t(messages.youBlockedExplanation)}</p>
        <Button size="sm" className="mt-2" onClick={unblock}>
          {t(messages.unblock)}
        </Button>
      </Notice>
    </div>
  );
}

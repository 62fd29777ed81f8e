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
  fallback,
}: {
  id: string;
  name: string;
  onUnblocked: () => void;
  fallback: ReactNode;
}) {
  const t = useTranslator();
  const { data } = useQuery(id, () => browserApi().api.profiles[':id'].block.$get({ param: { id } }));
  if (data?.kind !== 'block') return fallback;
  const unblock = async () => {
    const removeBlock = () => browserApi().api.profiles[':id'].block.$delete({ param: { id } });
    const isRemoved = await attempt(removeBlock, t(messages.removedToast));
    if (isRemoved) onUnblocked();
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

import { type ReactNode, useEffect, useState } from 'react';
import { browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';

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
  const [mine, setMine] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let current = true;
    unwrap(browserApi().api.profiles[':id'].block.$get({ param: { id } }))
      .then(({ kind }) => current && setMine(kind === 'block'))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [id]);
  if (!mine) return otherwise;
  const unblock = async () => {
    setBusy(true);
    try {
      await unwrap(browserApi().api.profiles[':id'].block.$delete({ param: { id } }));
      showToast({ title: 'Removed.', tone: 'success' });
      onUnblocked();
    } catch (error) {
      showToast({ title: "That didn't work", description: toErrorMessage(error, 'Try again.'), tone: 'error' });
    }
    setBusy(false);
  };
  return (
    <div className="page py-12">
      <Notice tone="gold" title={`You blocked ${name}`}>
        <p>While you're signed in, you don't see each other. We never match you. We don't notify them.</p>
        <Button size="sm" className="mt-2" loading={busy} onClick={() => unblock()}>
          Unblock
        </Button>
      </Notice>
    </div>
  );
}

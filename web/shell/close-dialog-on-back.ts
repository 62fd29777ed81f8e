import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { readTopModal } from '../ui/modal.ts';

const KEY = 'dialog';

/**
 * The browser's Back closes an open dialog, as people expect on phones, instead of leaving the page behind it. It asks
 * the router itself: `useBlocker` would travel with every public page.
 */
export function useCloseDialogOnBack(): void {
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    if (!router) return;
    router.getBlocker(KEY, ({ historyAction }) => historyAction === 'POP' && readTopModal() !== null);
    const unsubscribe = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(KEY);
      if (blocker?.state !== 'blocked') return;
      blocker.reset();
      // As Escape does: the owner of the dialog decides.
      readTopModal()?.dispatchEvent(new Event('cancel', { cancelable: true }));
    });
    return () => {
      unsubscribe();
      router.deleteBlocker(KEY);
    };
  }, [router]);
}

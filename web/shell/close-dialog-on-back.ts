import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { readTopModal } from '../ui/modal.ts';

/** The browser's Back closes an open dialog, as people expect on phones, instead of leaving the page behind it. */
export function useCloseDialogOnBack(): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && readTopModal() !== null);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    // As Escape does: the owner of the dialog decides.
    readTopModal()?.dispatchEvent(new Event('cancel', { cancelable: true }));
  }, [blocker]);
}

import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { handleBeforeRouter } from '../before-router.ts';
import { readTopModal, subscribeTopModal } from '../ui/modal-stack.ts';
import { readOpenPopover, subscribePopovers } from './open-popover.ts';

const KEY = 'dialog';

type Entry = { index: unknown; isCopy: boolean };

const readEntry = (): Entry => ({ index: history.state?.idx, isCopy: isDialogEntry() });

/** Returns whether the current history entry is a copy that an open dialog added. */
const isDialogEntry = (): boolean => history.state?.[KEY] === true;

const isAnyOpen = (): boolean => (readOpenPopover() ?? readTopModal()) !== null;

/** Acts like Escape: closes the open popover, or else lets the topmost dialog's owner decide. */
function cancelTopmost(): void {
  const popover = readOpenPopover();
  if (popover) popover.hidePopover();
  else readTopModal()?.dispatchEvent(new Event('cancel', { cancelable: true }));
}

/**
 * Makes the browser's Back close an open dialog or popover, as people expect on phones, instead of leaving the page.
 * Usually the router blocks the navigation. A tab's first history entry leaves nothing to block, so a dialog adds a
 * copy of that entry. The router doesn't know about the copy: no loader runs, nothing scrolls, and after the dialog is
 * closed, one Back skips both. Navigation closes popovers of the page frame, such as the account menu. This uses the router
 * directly, because `useBlocker` would ship with every public page.
 */
export function useCloseDialogOnBack(): void {
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    if (!router) return;
    let last = readEntry();
    let isSameIndex = false;
    const addCopy = () => {
      if (!isAnyOpen() || last.isCopy || history.state?.idx !== 0) return;
      history.pushState({ ...history.state, [KEY]: true }, '');
      last = readEntry();
    };
    const onPop = () => {
      const before = last;
      last = readEntry();
      isSameIndex = before.index === last.index;
      if (!isSameIndex || last.index !== 0 || before.isCopy === last.isCopy) return false;
      if (isAnyOpen()) {
        cancelTopmost();
        // If a dialog is still open, the next Back must close it.
        setTimeout(addCopy);
      } else history.go(before.isCopy ? -1 : 1);
      return true;
    };
    const stopHandling = handleBeforeRouter(onPop);
    addCopy();
    const unsubscribeOpened = [subscribeTopModal(addCopy), subscribePopovers(addCopy)];
    router.getBlocker(KEY, ({ historyAction }) => historyAction === 'POP' && !isSameIndex && isAnyOpen());
    let { pathname } = router.state.location;
    const unsubscribe = router.subscribe(({ blockers, location }) => {
      last = readEntry();
      if (location.pathname !== pathname) readOpenPopover()?.hidePopover();
      pathname = location.pathname;
      const blocker = blockers.get(KEY);
      if (blocker?.state !== 'blocked') return;
      blocker.reset();
      cancelTopmost();
    });
    return () => {
      stopHandling();
      for (const stop of unsubscribeOpened) stop();
      unsubscribe();
      router.deleteBlocker(KEY);
    };
  }, [router]);
}

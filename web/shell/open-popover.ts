/**
 * The open popover that a press outside would close: a sheet, a menu, an explanation. Opening a modal dialog closes them
 * all, so one that is open is above every dialog.
 */
export function readOpenPopover(): HTMLElement | null {
  // Other browsers refuse the selector.
  if (!('popover' in HTMLElement.prototype)) return null;
  return [...document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')].at(-1) ?? null;
}

/** Calls the listener whenever a popover opened or closed. The event doesn't bubble, but it can be captured. */
export function subscribePopovers(listener: () => void): () => void {
  document.addEventListener('toggle', listener, true);
  return () => document.removeEventListener('toggle', listener, true);
}

/**
 * Returns the topmost popover that a click outside would close, such as a menu. Opening a modal dialog closes all of
 * them, so an open popover is above every dialog.
 */
export function readOpenPopover(): HTMLElement | null {
  // Older browsers throw on this selector.
  if (!('popover' in HTMLElement.prototype)) return null;
  return [...document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')].at(-1) ?? null;
}

/** Calls the listener whenever a popover opens or closes. The event doesn't bubble, but it can be captured. */
export function subscribePopovers(listener: () => void): () => void {
  document.addEventListener('toggle', listener, true);
  return () => document.removeEventListener('toggle', listener, true);
}

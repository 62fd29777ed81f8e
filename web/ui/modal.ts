import { type RefObject, useEffect } from 'react';

/**
 * Keeps a native <dialog> in step with `open`. The browser itself makes the page behind inert, gives the focus back on
 * close and reports Escape as a cancel event; scrolling is locked in the stylesheet (`html:has(dialog:modal)`).
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, open: boolean) {
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [ref, open]);
}

/** True for a press on the backdrop: it lands on the dialog element itself, outside its box. */
export function isOutside(dialog: HTMLDialogElement, x: number, y: number) {
  const box = dialog.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

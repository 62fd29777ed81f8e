import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps a native <dialog> in step with `open`. The browser itself makes the page behind inert, gives the focus back on
 * close and reports Escape as a cancel event; scrolling is locked in the stylesheet (`html:has(dialog:modal)`).
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, open: boolean) {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      opener.current = document.activeElement;
      dialog.showModal();
    }
    if (open || !dialog.open) return;
    opener.current = null;
    dialog.close();
  }, [ref, open]);
  // A dialog that is taken away instead of closed would leave the focus nowhere.
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
    [],
  );
}

/** True for a press on the backdrop: it lands on the dialog element itself, outside its box. */
export function isOutside(dialog: HTMLDialogElement, x: number, y: number) {
  const box = dialog.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

import { type RefObject, useEffect, useRef } from 'react';
import { pushModal, removeModal } from './modal-stack.ts';

const TEXT_INPUT_SELECTOR =
  'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=color])';
const isTouched = () => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * Returns the element that gets the focus when a dialog opens: the one with `data-initial-focus`, or else the first
 * field. Null lets the browser decide. On touch-only devices, a field would open the keyboard over the unread dialog,
 * so the title gets the focus.
 */
function findFirstFocusable(dialog: HTMLDialogElement): HTMLElement | null {
  const initialFocus = dialog.querySelector<HTMLElement>('[data-initial-focus]');
  if (initialFocus) return initialFocus;
  const field = dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not(:disabled)');
  if (field?.matches(TEXT_INPUT_SELECTOR) && isTouched()) return dialog.querySelector<HTMLElement>('.dialog-title');
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  // In a radio group, the checked option gets the focus, as with the Tab key.
  return dialog.querySelector<HTMLElement>(`input[name="${CSS.escape(field.name)}"]:checked`) ?? field;
}

/**
 * Keeps a native <dialog> in sync with `isOpen`. The browser itself makes the page behind inert, restores the focus on
 * close and reports Escape as a cancel event; the stylesheet locks scrolling (`html:has(dialog:modal)`).
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, isOpen: boolean) {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) {
      opener.current = document.activeElement;
      dialog.showModal();
      findFirstFocusable(dialog)?.focus();
      pushModal(dialog);
    }
    if (isOpen || !dialog.open) return;
    opener.current = null;
    dialog.close();
    removeModal(dialog);
  }, [ref, isOpen]);
  // Restores the focus when an open dialog is unmounted without being closed.
  useEffect(() => {
    const dialog = ref.current;
    const onClosed = () => dialog && !dialog.open && removeModal(dialog);
    dialog?.addEventListener('close', onClosed);
    return () => {
      dialog?.removeEventListener('close', onClosed);
      if (dialog) removeModal(dialog);
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, [ref]);
}

/** Returns whether a click hit the backdrop. Such a click targets the dialog element itself, outside its box. */
export function isOutside(dialog: HTMLDialogElement, x: number, y: number) {
  const box = dialog.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

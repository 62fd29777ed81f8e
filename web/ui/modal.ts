import { type RefObject, useEffect, useRef } from 'react';

/** The modal dialogs that are open, the topmost last. */
let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setStack(next: readonly HTMLDialogElement[]) {
  stack = next;
  for (const listener of listeners) listener();
}

const leave = (dialog: HTMLDialogElement) => {
  if (stack.includes(dialog)) setStack(stack.filter((one) => one !== dialog));
};

/** The topmost open modal dialog: all that stands outside of it is inert. */
export const readTopModal = (): HTMLDialogElement | null => stack.at(-1) ?? null;

export function subscribeTopModal(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const TYPED = 'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=color])';
const isTouched = () => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * Where the focus starts: on what carries `data-initial-focus`, else in the first field; else the browser decides. Where
 * fingers are all there is, a field would open the keyboard over a dialog that nobody has read yet: its title has it.
 */
function findFirstFocusable(dialog: HTMLDialogElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>('[data-initial-focus]');
  if (marked) return marked;
  const field = dialog.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not(:disabled)');
  if (field?.matches(TYPED) && isTouched()) return dialog.querySelector<HTMLElement>('.dialog-title');
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  // One of a few is entered where it is chosen, as with the Tab key.
  return dialog.querySelector<HTMLElement>(`input[name="${CSS.escape(field.name)}"]:checked`) ?? field;
}

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
      findFirstFocusable(dialog)?.focus();
      setStack([...stack, dialog]);
    }
    if (open || !dialog.open) return;
    opener.current = null;
    dialog.close();
    leave(dialog);
  }, [ref, open]);
  // A dialog that is taken away instead of closed would leave the focus nowhere.
  useEffect(() => {
    const dialog = ref.current;
    const closed = () => dialog && !dialog.open && leave(dialog);
    dialog?.addEventListener('close', closed);
    return () => {
      dialog?.removeEventListener('close', closed);
      if (dialog) leave(dialog);
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, [ref]);
}

/** True for a press on the backdrop: it lands on the dialog element itself, outside its box. */
export function isOutside(dialog: HTMLDialogElement, x: number, y: number) {
  const box = dialog.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

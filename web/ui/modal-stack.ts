/** The open modal dialogs, the topmost last. */
let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setStack(next: readonly HTMLDialogElement[]) {
  stack = next;
  for (const listener of listeners) listener();
}

export const pushModal = (dialog: HTMLDialogElement) => setStack([...stack, dialog]);

export function removeModal(dialog: HTMLDialogElement) {
  if (stack.includes(dialog)) setStack(stack.filter((one) => one !== dialog));
}

/** Returns the topmost open modal dialog; everything outside of it is inert. */
export const readTopModal = (): HTMLDialogElement | null => stack.at(-1) ?? null;

export function subscribeTopModal(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let last: Promise<void> = Promise.resolve();

/**
 * Runs actions one after the other, with time in between for React to render: a form that receives two changes at once
 * would compute the second from the state before the first.
 */
export function enqueue(act: () => void): void {
  last = last.then(() => new Promise<void>((go) => setTimeout(go))).then(act);
}

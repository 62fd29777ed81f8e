let last: Promise<void> = Promise.resolve();

/**
 * Runs actions one after another and lets React render in between. Otherwise a form that receives two changes at the
 * same time would compute the second from the state before the first.
 */
export function enqueue(act: () => void): void {
  last = last.then(() => new Promise<void>((go) => setTimeout(go))).then(act);
}

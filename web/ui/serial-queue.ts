let last: Promise<void> = Promise.resolve();

/**
 * Does things one after the other, with time for the page to follow in between: a form that is told two changes at
 * once works out the second from what it was before the first.
 */
export function enqueue(act: () => void): void {
  last = last.then(() => new Promise<void>((go) => setTimeout(go))).then(act);
}

let handler: ((event: PopStateEvent) => boolean) | undefined;

/** Browsers call popstate listeners in the order in which they were added: this one has to precede the router's. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    if (handler?.(event)) event.stopImmediatePropagation();
  });
}

/** Handles Back and Forward before the router; the router doesn't hear those that `handle` returns true for. */
export function handleBeforeRouter(handle: typeof handler): () => void {
  handler = handle;
  return () => {
    handler = undefined;
  };
}

let handler: ((event: PopStateEvent) => boolean) | undefined;

/**
 * Browsers call popstate listeners in the order in which they were added, so this one has to be added before the
 * router's.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    if (handler?.(event)) event.stopImmediatePropagation();
  });
}

/** Handles Back and Forward before the router does. The router doesn't see those that `handle` returns true for. */
export function handleBeforeRouter(handle: typeof handler): () => void {
  handler = handle;
  return () => {
    handler = undefined;
  };
}

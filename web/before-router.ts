let handler: ((event: PopStateEvent) => boolean) | undefined;

/** Listens to popstate before the router does, because browsers call listeners in the order in which they're added. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    if (handler?.(event)) event.stopImmediatePropagation();
  });
}

/** Handles Back and Forward before the router, which doesn't see events for which `handle` returns true. */
export function handleBeforeRouter(handle: typeof handler): () => void {
  handler = handle;
  return () => {
    handler = undefined;
  };
}

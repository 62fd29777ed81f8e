/** Browsers with prerendering set this property; TypeScript doesn't know it yet. */
const isPrerendering = (): boolean =>
  (globalThis.document as { prerendering?: boolean } | undefined)?.prerendering === true;

const isVisible = (): boolean => !isPrerendering() && document.visibilityState === 'visible';

/**
 * Resolves once a person sees the page. In the foreground tab that's immediately, and in a tab that was prerendered or
 * opened in the background it's later. Pages that act on opening wait for this, so that link previews and scanners
 * trigger nothing.
 * @param signal ends the wait, which then never resolves
 */
export function waitUntilVisible(signal?: AbortSignal): Promise<void> {
  return waitUntil(isVisible, ['prerenderingchange', 'visibilitychange'], signal);
}

/** Resolves once the browser shows a page that it prerendered. On every other page, it resolves immediately. */
export function waitUntilActivated(): Promise<void> {
  return waitUntil(() => !isPrerendering(), ['prerenderingchange']);
}

function waitUntil(isTrue: () => boolean, events: readonly string[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isTrue()) return resolve();
    const stop = new AbortController();
    const check = () => {
      if (!isTrue()) return;
      stop.abort();
      resolve();
    };
    signal?.addEventListener('abort', () => stop.abort(), { signal: stop.signal });
    for (const event of events) document.addEventListener(event, check, { signal: stop.signal });
  });
}

import { servedFiles } from '../content/served-files.ts';
import { readerTranslator } from '../messages/reader-translator.ts';

/**
 * Registers the service worker once the page has loaded and is idle, or unregisters it when the operator has disabled
 * it. Pages work without it, so errors are ignored.
 */
export function syncServiceWorker(isOn: boolean): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const syncNow = () => void (isOn ? register() : unregisterAll()).catch(() => {});
  const runWhenIdle = () =>
    'requestIdleCallback' in window ? window.requestIdleCallback(syncNow) : setTimeout(syncNow, 1_000);
  if (document.readyState === 'complete') runWhenIdle();
  else window.addEventListener('load', runWhenIdle, { once: true });
}

/** Registers the worker in the page's language. It replaces one in another language and keeps the push subscription. */
const register = () => navigator.serviceWorker.register(servedFiles.serviceWorker(readerTranslator.locale));

async function unregisterAll(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}

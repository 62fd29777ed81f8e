import { servedFiles } from '../content/served-files.ts';

/**
 * Registers the service worker once the page has loaded and has nothing better to do, or takes it away where the operator
 * has switched it off. Pages work without one: a browser that will not have it is left alone.
 */
export function keepWorker(on: boolean): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const work = () => void (on ? register() : takeAway()).catch(() => {});
  const idle = () => ('requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 1_000));
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}

const register = () => navigator.serviceWorker.register(servedFiles.serviceWorker);

async function takeAway(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}

import { showToast } from './toast-store.ts';

/**
 * Opens the device's share sheet if there is one, or else copies the address to the clipboard. @param path path on this
 * site
 */
export async function shareLink({ path, title }: { path: string; title: string }): Promise<void> {
  const url = window.location.origin + path;
  if (navigator.share) return navigator.share({ title, url }).catch(() => {});
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: 'Link copied', tone: 'success' });
  } catch {
    showToast({ title: 'Couldn’t copy the link', description: url, tone: 'error' });
  }
}

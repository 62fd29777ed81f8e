import type { Translator } from '../../messages/translator.ts';
import { showToast } from './toast-store.ts';
import * as messages from './ui.messages.ts';

/**
 * Opens the device's share sheet if there is one, or else copies the address to the clipboard.
 * @param path path on this site
 */
export async function shareLink(t: Translator, { path, title }: { path: string; title: string }): Promise<void> {
  const url = window.location.origin + path;
  if (navigator.share) return navigator.share({ title, url }).catch(() => {});
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: t(messages.linkCopied), tone: 'success' });
  } catch {
    showToast({ title: t(messages.copyLinkFailed), description: url, tone: 'error' });
  }
}

import { useState } from 'react';
import { toErrorMessage } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import { markRead } from './unread-count.ts';

/**
 * Marks all messages as read and shows a confirmation. @param onDone called after success, to show the messages on
 * screen as read
 */
export function useMarkAll(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await markRead();
      onDone();
      showToast({ title: 'Everything marked as read', tone: 'success' });
    } catch (error) {
      const description = toErrorMessage(error, 'Please try again.');
      showToast({ title: "Couldn't mark as read", description, tone: 'error' });
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}

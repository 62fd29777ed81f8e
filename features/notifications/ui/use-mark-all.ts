import { useState } from 'react';
import { sentenceOf } from '../../../web/api-client.ts';
import { toast } from '../../../web/ui/toast-store.ts';
import { markRead } from './unread-count.ts';

/** Marks everything as read and says so. @param onDone what is on the screen looks read from then on */
export function useMarkAll(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await markRead();
      onDone();
      toast({ title: 'Everything is marked as read', tone: 'success' });
    } catch (error) {
      const description = sentenceOf(error, 'Please try again.');
      toast({ title: 'Not marked as read', description, tone: 'error' });
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}

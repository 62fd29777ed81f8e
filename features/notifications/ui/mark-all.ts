import { attempt } from '../../../web/use-action.ts';
import { markRead } from './unread-count.ts';

/**
 * Marks all messages as read and shows a confirmation. @param onDone called after success, to show the messages on
 * screen as read
 */
export const markAll = (onDone: () => void) =>
  attempt(() => markRead().then(onDone), 'Everything marked as read', "Couldn't mark as read");

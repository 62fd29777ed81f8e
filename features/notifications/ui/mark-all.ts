import type { Translator } from '../../../messages/translator.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../notifications.messages.ts';
import { markRead } from './inbox-counts.ts';

/**
 * Marks all messages as read and shows a confirmation. @param onDone called after success, to show the messages on
 * screen as read
 */
export const markAll = (t: Translator, onDone: () => void) =>
  attempt(() => markRead().then(onDone), t(messages.allReadToast), t(messages.notMarkedRead));

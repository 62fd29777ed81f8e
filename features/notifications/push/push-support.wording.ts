import * as messages from '../notifications.messages.ts';

/** Reasons why a browser can't receive push notifications, and what to do. */
export const PUSH_SUPPORT_LABELS = {
  'install-first': {
    title: messages.installFirstTitle,
    text: messages.installFirst,
  },
  denied: {
    title: messages.pushDeniedTitle,
    text: messages.pushDenied,
  },
  unsupported: {
    title: messages.pushUnsupportedTitle,
    text: messages.pushUnsupported,
  },
} as const;

/** Why a browser can't receive push notifications, and what to do about it. */
export const PUSH_SUPPORT_LABELS = {
  'install-first': {
    title: 'Add Planet Crew to your home screen first',
    text: 'On this phone, only apps on the home screen can send notifications. Tap Share, then “Add to Home Screen”. Open Planet Crew from there and come back to this page.',
  },
  denied: {
    title: 'Your browser blocks our notifications',
    text: "They were blocked once, and only you can undo that. Click the icon left of the address, set Notifications to “Allow”, and reload this page. On a phone, open the browser's settings, then site settings.",
  },
  unsupported: {
    title: "This browser can't show push notifications",
    text: "It doesn't support push, or a private window blocks it. Open Planet Crew in another browser, or choose email or Discord.",
  },
} as const;

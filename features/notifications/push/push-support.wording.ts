/** Why a browser can't receive push notifications, and what to do about it. */
export const PUSH_SUPPORT_LABELS = {
  'install-first': {
    title: 'Put Planet Crew on your home screen first',
    text: 'On this phone only what stands on the home screen may send messages. Press Share, then “Add to Home Screen”, open Planet Crew from there, and come back to this page.',
  },
  denied: {
    title: 'Your browser keeps our messages away',
    text: 'It was told once not to show them, and only you can undo that: press the symbol left of the address, set Notifications to “Allow”, and reload this page. On a phone it is in the settings of the browser, under site settings.',
  },
  unsupported: {
    title: 'This browser cannot be told with the page closed',
    text: 'It has no push messages, or a private window keeps them out. Open Planet Crew in another browser, or have us write by e-mail or Discord.',
  },
} as const;

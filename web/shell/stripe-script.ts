/** The dismissible stripes above the header, each with its storage key. */
export const STRIPES = { beta: 'beta-banner-dismissed', demo: 'demonstration-dismissed' } as const;
export type StripeName = keyof typeof STRIPES;

/**
 * Runs in the head before the first paint, so that a dismissed stripe neither flashes nor moves the page. The HTML
 * always contains it, because it's the same for everyone.
 */
export const stripeScript = `try{${Object.entries(STRIPES)
  .map(([name, key]) => `if(localStorage.getItem('${key}'))document.documentElement.dataset.${name}='dismissed'`)
  .join(';')}}catch{}`;

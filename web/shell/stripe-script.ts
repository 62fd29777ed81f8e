/** The lines above the header that somebody may close, each with where that is remembered. */
export const STRIPES = { beta: 'beta-banner-dismissed', demo: 'demonstration-dismissed' } as const;
export type StripeName = keyof typeof STRIPES;

/**
 * Runs in the head before anything is painted, so that a closed stripe neither flashes nor moves the page. The HTML itself
 * always holds it: it is the same for everybody.
 */
export const stripeScript = `try{${Object.entries(STRIPES)
  .map(([name, key]) => `if(localStorage.getItem('${key}'))document.documentElement.dataset.${name}='dismissed'`)
  .join(';')}}catch{}`;

/** Storage keys of the dismissible banners above the header. */
export const STRIPES = { beta: 'beta-banner-dismissed', demo: 'demonstration-dismissed' } as const;
export type StripeName = keyof typeof STRIPES;

/** Storage key that says that this browser has shown the banner on a page. */
const BANNER_SEEN_KEY = 'planet-crew-banner-seen';

/**
 * Inline script that runs before the first paint, so that nothing flashes or moves. It folds a banner that an earlier
 * page showed, and hides banners that were dismissed. The HTML always contains all banners, because it's the same for
 * everyone.
 */
export const createStripeScript = () =>
  `try{${Object.entries(STRIPES)
    .map(([name, key]) => `if(localStorage.getItem('${key}'))document.documentElement.dataset.${name}='dismissed'`)
    .join(
      ';',
    )};if(localStorage.getItem('${BANNER_SEEN_KEY}'))document.documentElement.dataset.banner='folded';localStorage.setItem('${BANNER_SEEN_KEY}','true')}catch{}`;

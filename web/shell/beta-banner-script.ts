export const BETA_BANNER_KEY = 'beta-banner-dismissed';

/**
 * Runs in the head before anything is painted, so that the dismissed banner neither flashes nor moves the page. The
 * HTML itself always holds the banner: it is the same for everybody.
 */
export const betaBannerScript = `try{if(localStorage.getItem('${BETA_BANNER_KEY}'))document.documentElement.dataset.beta='dismissed'}catch{}`;

import { earlyClicksScript } from './early-clicks.ts';
import { betaBannerScript } from './shell/beta-banner-script.ts';

/** What runs in the head before anything is painted, the same on every page. */
export const firstScript = `${earlyClicksScript};${betaBannerScript}`;

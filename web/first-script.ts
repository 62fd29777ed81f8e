import { earlyClicksScript } from './early-clicks.ts';
import { createEarlyRequestsScript } from './early-requests.ts';
import { schemaScript } from './schema-script.ts';
import { createMemberScript } from './shell/member-script.ts';
import { createStripeScript } from './shell/stripe-script.ts';
import { createThemeScript } from './shell/theme-script.ts';
import { createSignInFragmentScript } from './sign-in-fragment-script.ts';
import { translationGuardScript } from './translation-guard.ts';

/**
 * Returns the script that runs in the head before the first paint, the same on every page. It's a function, like most
 * of its parts, because bundlers keep a template string even if it's unused, and browsers don't need it.
 */
export const createFirstScript = (): string =>
  [
    createSignInFragmentScript(),
    createEarlyRequestsScript(),
    schemaScript,
    translationGuardScript,
    earlyClicksScript,
    createThemeScript(),
    createStripeScript(),
    createMemberScript(),
  ].join(';');

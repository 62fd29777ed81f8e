import { earlyClicksScript } from './early-clicks.ts';
import { schemaScript } from './schema-script.ts';
import { memberScript } from './shell/member-script.ts';
import { stripeScript } from './shell/stripe-script.ts';
import { signInFragmentScript } from './sign-in-fragment-script.ts';
import { translationGuardScript } from './translation-guard.ts';

/** What runs in the head before anything is painted, the same on every page. */
export const firstScript = `${signInFragmentScript};${schemaScript};${translationGuardScript};${earlyClicksScript};${stripeScript};${memberScript}`;

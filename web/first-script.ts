import { earlyClicksScript } from './early-clicks.ts';
import { schemaScript } from './schema-script.ts';
import { memberScript } from './shell/member-script.ts';
import { stripeScript } from './shell/stripe-script.ts';
import { signInFragmentScript } from './sign-in-fragment-script.ts';
import { translationGuardScript } from './translation-guard.ts';

/** Script that runs in the head before the first paint, the same on every page. */
export const firstScript = `${signInFragmentScript};${schemaScript};${translationGuardScript};${earlyClicksScript};${stripeScript};${memberScript}`;

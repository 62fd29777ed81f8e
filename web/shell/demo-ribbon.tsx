import { paths } from '../../content/paths.ts';
import { Stripe } from './stripe.tsx';

/**
 * Marks a node that runs without API keys, so that nobody mistakes it for production. The footer still says so after
 * it's dismissed.
 */
export function DemoRibbon() {
  return (
    <Stripe name="demo" label="Demonstration" dismiss="Dismiss the demonstration notice">
      <strong>Demonstration</strong> with made-up players
      <span className="stripe-more">; sign-in, payments and messages stay on this machine</span>:{' '}
      <a href={paths.sandbox}>
        <span className="max-sm:sr-only">see the </span>sandbox
      </a>
    </Stripe>
  );
}

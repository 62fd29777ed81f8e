import { site } from '../../content/site.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Stripe } from './stripe.tsx';

export function BetaBanner({ chat }: { chat: string }) {
  return (
    <Stripe name="beta" label="Beta notice" dismiss={site.beta.dismiss}>
      {site.beta.banner} <span className="stripe-more">{site.beta.bannerMore} </span>
      <a href={chat} target="_blank" rel="noopener noreferrer">
        {site.beta.linkLabel}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </Stripe>
  );
}

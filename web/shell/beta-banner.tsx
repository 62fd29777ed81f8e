import { site } from '../../content/site.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as shared from '../ui/ui.messages.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import * as messages from './shell.messages.ts';
import { Stripe } from './stripe.tsx';

export function BetaBanner({ chat }: { chat: string }) {
  const t = useTranslator();
  return (
    <Stripe name="beta" label={t(messages.beta)} dismiss={site.beta.dismiss}>
      {site.beta.banner} <span className="stripe-more">{site.beta.bannerMore} </span>
      <a href={chat} target="_blank" rel="noopener noreferrer">
        {site.beta.linkLabel}
        <VisuallyHidden> {t(shared.opensInNewTab)}</VisuallyHidden>
      </a>
    </Stripe>
  );
}

import { getBetaBanner } from '../../content/site.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as shared from '../ui/ui.messages.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import * as messages from './shell.messages.ts';
import { Stripe } from './stripe.tsx';

export function BetaBanner({ chat }: { chat: string }) {
  const t = useTranslator();
  const { banner, bannerMore, linkLabel, dismiss } = getBetaBanner(t);
  return (
    <Stripe name="beta" label={t(messages.beta)} dismiss={dismiss}>
      {banner} <span className="stripe-more">{bannerMore} </span>
      <a href={chat} target="_blank" rel="noopener noreferrer">
        {linkLabel}
        <VisuallyHidden> {t(shared.opensInNewTab)}</VisuallyHidden>
      </a>
    </Stripe>
  );
}

import { paths } from '../../content/paths.ts';
import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './shell.messages.ts';
import { Stripe } from './stripe.tsx';

/**
 * Marks a node that runs without API keys, so that no one mistakes it for production. After it's dismissed, the footer
 * still says so.
 */
export function DemoRibbon() {
  const t = useTranslator();
  return (
    <Stripe name="demo" label={t(messages.demo)} dismiss={t(messages.dismissDemo)}>
      <RichMessage
        message={messages.demoNotice}
        values={{
          strong: (children) => <strong>{children}</strong>,
          more: (children) => <span className="stripe-more">{children}</span>,
          link: (children) => <a href={paths.sandbox}>{children}</a>,
          see: (children) => <span className="max-sm:sr-only">{children}</span>,
        }}
      />
    </Stripe>
  );
}

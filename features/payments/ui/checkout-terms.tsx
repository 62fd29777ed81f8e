import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import * as messages from '../payments.messages.ts';

/** Says which terms the buyer accepts by paying. The links open in a new tab, so the buyer's choices aren't lost. */
export function CheckoutTerms() {
  const t = useTranslator();
  const createTag = (anchor: string) => (children: ReactNode) => (
    <Link to={`${paths.legal}#${anchor}`} target="_blank">
      {children}
      <VisuallyHidden> {t(shared.opensInNewTab)}</VisuallyHidden>
    </Link>
  );
  return (
    <RichMessage
      message={messages.checkoutTerms}
      values={{ terms: createTag('terms'), refunds: createTag('refunds') }}
    />
  );
}

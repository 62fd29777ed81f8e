import { paths } from '../../../content/paths.ts';
import { RichMessage } from '../../../messages/use-translator.tsx';
import * as messages from '../payments.messages.ts';

/** Says what a payment accepts. */
export function CheckoutTerms() {
  return (
    <RichMessage
      message={messages.checkoutTerms}
      values={{
        terms: (children) => <a href={`${paths.legal}#terms`}>{children}</a>,
        refunds: (children) => <a href={`${paths.legal}#refunds`}>{children}</a>,
      }}
    />
  );
}

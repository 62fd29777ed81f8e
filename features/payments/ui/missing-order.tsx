import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import * as messages from '../payments.messages.ts';

/** Shown in place of an order, or a page about one, if the viewer isn't part of it. */
export function MissingOrder({ title }: { title: string }) {
  const t = useTranslator();
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <EmptyState
        icon="search"
        title={title}
        action={<ButtonLink to={paths.money}>{t(messages.yourMoney)}</ButtonLink>}
      >
        {t(messages.orderMissingHint)}
      </EmptyState>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import type { Loaded } from '../../../web/load-page.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../matches.messages.ts';

type Props<T> = {
  noun: 'party' | 'squad';
  lead: string;
  loaded: Loaded<T>;
  retry: () => void;
  /** Where to go when the link doesn't work. */
  fallback: ReactNode;
  children: (link: T) => ReactNode;
};

/** The page behind a join link: what it leads to, or why it doesn't work. */
export function JoinLinkPage<T>({ noun, lead, loaded, retry, fallback, children }: Props<T>) {
  const t = useTranslator();
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle title={t(messages.joinLinkTitle, { group: noun })} className="pb-0" lead={lead} />
      {loaded.data ? (
        children(loaded.data)
      ) : loaded.refusal === null ? (
        <ErrorState title={t(messages.joinLinkError, { group: noun })} onRetry={retry}>
          {t(messages.joinLinkErrorHint)}
        </ErrorState>
      ) : (
        <>
          <Notice tone="gold" title={t(messages.joinLinkBroken)}>
            {loaded.refusal}
          </Notice>
          <p className="cluster">{fallback}</p>
        </>
      )}
    </div>
  );
}

import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../squads.messages.ts';

type Props = {
  title: string;
  /** Heading shown above a refusal. */
  closed: string;
  /** Heading shown when loading failed. */
  failed: string;
  /** The reason there's nothing to show, as a sentence; null when loading failed. */
  refusal: string | null;
};

/** Shown instead of a page that the reader can't see or that failed to load. */
export function ClosedPage({ title, closed, failed, refusal }: Props) {
  const t = useTranslator();
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle title={title} className="pb-0" />
      {refusal ? (
        <Notice
          tone="gold"
          title={closed}
          action={
            <ButtonLink to={paths.squads} size="sm" variant="secondary">
              {t(messages.yourSquads)}
            </ButtonLink>
          }
        >
          {refusal}
        </Notice>
      ) : (
        <PageLoadError title={failed}>{t(messages.failedHint)}</PageLoadError>
      )}
    </div>
  );
}

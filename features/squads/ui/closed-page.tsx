import { useRevalidator } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';

type Props = {
  title: string;
  /** What failed to load, worded for use in a sentence: "squad". */
  what: string;
  /** Heading shown above a refusal. */
  closed: string;
  /** The reason there's nothing to show, as a sentence; null when loading failed. */
  refusal: string | null;
};

/** The page shown instead of something that the reader can't see or that failed to load. */
export function ClosedPage({ title, what, closed, refusal }: Props) {
  const revalidator = useRevalidator();
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle title={title} className="pb-0" />
      {refusal ? (
        <Notice
          tone="gold"
          title={closed}
          action={
            <ButtonLink to={paths.squads} size="sm" variant="secondary">
              Your squads
            </ButtonLink>
          }
        >
          {refusal}
        </Notice>
      ) : (
        <ErrorState
          title={`Couldn’t load the ${what}`}
          onRetry={() => revalidator.revalidate()}
          retrying={revalidator.state === 'loading'}
        >
          Nothing is lost. Try again.
        </ErrorState>
      )}
    </div>
  );
}

import { paths } from '../../../content/paths.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
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
        <PageLoadError title={`Couldn’t load the ${what}`}>Nothing is lost. Try again.</PageLoadError>
      )}
    </div>
  );
}

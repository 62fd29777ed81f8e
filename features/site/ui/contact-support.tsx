import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';

/** The next step for readers who didn't find their question in the list. */
export function ContactSupport() {
  return (
    <div className="panel panel-md panel-seam mt-8 flex flex-wrap items-center justify-between gap-4">
      <p className="font-semibold">Didn’t find your question?</p>
      <ButtonLink to={paths.help} variant="secondary" icon="help">
        Ask on Help &amp; Support
      </ButtonLink>
    </div>
  );
}

import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { applicationStatuses, getApplicationNextStep } from '../../../content/statuses.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../lfg.messages.ts';
import { listFreeSeats } from '../lfg.rules.ts';
import type { Listing, ListingOwnerSide } from '../lfg.schema.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';

type Props = { listing: Listing; side: ListingOwnerSide | null; signedIn: boolean; onChange: () => unknown };

/** The actions for everyone but the owner of a listing. */
export function ApplicantPanel({ listing, side, signedIn, onChange }: Props) {
  const t = useTranslator();
  const [dialog, setDialog] = useState<'apply' | 'report'>();
  const isOpen = listing.status === 'active';
  const isFilled = listFreeSeats(listing.needed_positions, listing.filled_positions).length === 0;
  if (!signedIn) {
    if (!isOpen) return null;
    if (isFilled) return <p className="text-muted">{t(messages.allSpotsFilled)}</p>;
    return (
      <div className="cluster">
        <ButtonLink to={paths.authReturningTo(paths.listing(listing.id))} size="lg">
          {t(messages.signInToApply)}
        </ButtonLink>
      </div>
    );
  }
  const application = side?.application;
  const mayApply = isOpen && (!application || application.status === 'withdrawn');
  return (
    <div className="stack">
      {application && application.status !== 'withdrawn' && (
        <ApplicationNotice
          application={application}
          listing={isOpen ? 'open' : 'over'}
          isFormed={listing.complete}
          onChange={onChange}
        />
      )}
      {mayApply && isFilled && <p className="text-muted">{t(messages.allSpotsFilled)}</p>}
      <div className="cluster">
        {mayApply && !isFilled && (
          <Button size="lg" onClick={() => setDialog('apply')}>
            {t(messages.apply)}
          </Button>
        )}
        <Button variant="ghost" icon="flag" onClick={() => setDialog('report')}>
          {t(messages.report)}
        </Button>
      </div>
      {dialog === 'apply' && (
        <ApplyDialog open listing={listing} onClose={() => setDialog(undefined)} onApplied={onChange} />
      )}
      {dialog === 'report' && (
        <ReportDialog
          open
          about={{ kind: 'listing', id: listing.id, title: listing.title }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  );
}

type Shown = 'pending' | 'accepted' | 'declined';

const TITLES: Record<Shown, Message<{ position: string }>> = {
  pending: messages.appliedAs,
  accepted: messages.acceptedAs,
  declined: messages.declinedAs,
};

/** The label of the applicant's button, by status. */
const BUTTONS: Record<Shown, Message | null> = {
  pending: messages.withdraw,
  accepted: messages.leave,
  declined: null,
};

type Application = NonNullable<ListingOwnerSide['application']>;

type NoticeProps = {
  application: Application;
  listing: Parameters<typeof getApplicationNextStep>[1];
  isFormed: boolean;
  onChange: () => unknown;
};

/** Shows the status of the viewer's own application, with a button to withdraw or leave. */
export function ApplicationNotice({ application, listing, isFormed, onChange }: NoticeProps) {
  const t = useTranslator();
  if (application.status === 'withdrawn') return null;
  const button = BUTTONS[application.status];
  const withdraw = async () => {
    const post = () => browserApi().api.lfg.applications[':id'].withdraw.$post({ param: { id: application.id } });
    await attempt(post, ({ message }) => message, t(messages.withdrawFailed));
    // Keep the button busy until the page has refreshed, so that a second click does nothing.
    await onChange();
  };
  return (
    <Notice
      tone={applicationStatuses[application.status].tone}
      title={t(TITLES[application.status], { position: application.position })}
      action={
        button &&
        !isFormed && (
          <Button variant="secondary" size="sm" onClick={withdraw}>
            {t(button)}
          </Button>
        )
      }
    >
      {/* Once the group is complete, its own panel shows the next step. */}
      {!isFormed && <span className="block">{t(getApplicationNextStep(application.status, listing))}</span>}
      {application.message && (
        <span className="block text-muted">{t(messages.ownApplicationMessage, { message: application.message })}</span>
      )}
    </Notice>
  );
}

import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReasonDialog } from '../../../web/ui/reason-dialog.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { DEFAULT_REPORT, REPORT_TERMS, type ReportReason } from '../../moderation/ban-reasons.schema.ts';
import { toastRefusal } from './error-toasts.ts';

type Reported =
  | { kind: 'listing'; id: string; title: string }
  /** The words of an applicant. */
  | { kind: 'message'; id: string; title: string };

/** Asks for a reason and adds the listing or message to the moderation queue. */
export function ReportDialog({ about, open, onClose }: { about: Reported; open: boolean; onClose: () => void }) {
  const listing = about.kind === 'listing';
  const [typed, setTyped] = useDraftText(`report-${about.kind}-${about.id}`);
  const send = async (reason: ReportReason, details: string) => {
    const lfg = browserApi().api.lfg;
    try {
      const { message } = await unwrap(
        listing
          ? lfg.reports.$post({ json: { listing_id: about.id, reason, details: details || DEFAULT_REPORT.details } })
          : lfg.applications[':id'].report.$post({ param: { id: about.id }, json: { reason, details } }),
      );
      setTyped('');
      showToast({ title: message, tone: 'success' });
      return true;
    } catch (error) {
      toastRefusal('Failed to report', error);
      return false;
    }
  };
  return (
    <ReasonDialog
      open={open}
      title="Report"
      description={about.title}
      confirmLabel={listing ? 'Report listing' : 'Report message'}
      {...REPORT_TERMS}
      hint={`A moderator will read this. ${listing ? 'The owner' : 'The player'} won't know who reported it.`}
      details={typed}
      onDetails={setTyped}
      onSend={send}
      onClose={onClose}
    />
  );
}

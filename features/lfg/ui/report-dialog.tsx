import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReasonDialog } from '../../../web/ui/reason-dialog.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { DEFAULT_REPORT, REPORT_TERMS, type ReportReason } from '../../moderation/ban-reasons.schema.ts';
import * as messages from '../lfg.messages.ts';
import { toastRefusal } from './error-toasts.ts';

type Reported =
  | { kind: 'listing'; id: string; title: string }
  /** An applicant's message. */
  | { kind: 'message'; id: string; title: string };

/** Asks for a reason and adds the listing or message to the moderation queue. */
export function ReportDialog({ about, open, onClose }: { about: Reported; open: boolean; onClose: () => void }) {
  const t = useTranslator();
  const isListing = about.kind === 'listing';
  const [reportText, setReportText] = useDraftText(`report-${about.kind}-${about.id}`);
  const send = async (reason: ReportReason, details: string) => {
    const lfg = browserApi().api.lfg;
    try {
      const { message } = await unwrap(
        isListing
          ? lfg.reports.$post({ json: { listing_id: about.id, reason, details: details || DEFAULT_REPORT.details } })
          : lfg.applications[':id'].report.$post({ param: { id: about.id }, json: { reason, details } }),
      );
      setReportText('');
      showToast({ title: message, tone: 'success' });
      return true;
    } catch (error) {
      toastRefusal(t, t(messages.reportFailed), error);
      return false;
    }
  };
  return (
    <ReasonDialog
      open={open}
      title={t(messages.reportTitle)}
      description={about.title}
      confirmLabel={isListing ? t(messages.reportListing) : t(messages.reportMessage)}
      {...REPORT_TERMS}
      hint={isListing ? t(messages.reportListingHint) : t(messages.reportMessageHint)}
      details={reportText}
      onDetails={setReportText}
      onSend={send}
      onClose={onClose}
    />
  );
}

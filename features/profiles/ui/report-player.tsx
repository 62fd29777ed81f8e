import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReasonDialog } from '../../../web/ui/reason-dialog.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import { DEFAULT_REPORT, LIMITS, REPORT_REASONS, type ReportReason } from '../../moderation/ban-reasons.schema.ts';

type Props = { id: string; name: string; open: boolean; onClose: () => void };

/** Puts a player into the moderators' queue. */
export function ReportPlayer({ id, name, open, onClose }: Props) {
  const send = async (reason: ReportReason, details: string) => {
    try {
      const reports = browserApi().api.profiles[':id'].reports;
      const { message } = await unwrap(reports.$post({ param: { id }, json: { reason, details } }));
      toast({ title: message, tone: 'success' });
      return true;
    } catch (error) {
      toast({ title: 'Failed to report', description: (error as Error).message, tone: 'error' });
      return false;
    }
  };
  return (
    <ReasonDialog
      open={open}
      title="Report"
      description={name}
      confirmLabel="Report player"
      reasons={REPORT_REASONS}
      reason={DEFAULT_REPORT.reason}
      hint="A moderator reads this. The player never learns who reported."
      maxLength={LIMITS.details}
      onSend={send}
      onClose={onClose}
    />
  );
}

import { useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ReasonDialog } from '../../../web/ui/reason-dialog.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import { DEFAULT_REPORT, LIMITS, REPORT_REASONS, type ReportReason } from '../../moderation/ban-reasons.schema.ts';

/** Puts a player into the moderators' queue. */
export function ReportPlayer({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
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
    <>
      <Button variant="ghost" icon="flag" onClick={() => setOpen(true)}>
        Report player
      </Button>
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
        onClose={() => setOpen(false)}
      />
    </>
  );
}

import { useState } from 'react';
import { browserApi, sentenceOf, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ReasonDialog } from '../../../web/ui/reason-dialog.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import { DEFAULT_REPORT, LIMITS, REPORT_REASONS, type ReportReason } from '../../moderation/ban-reasons.schema.ts';

/** Puts the public page of a squad into the moderators' queue. */
export function ReportPage({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  const send = async (reason: ReportReason, details: string) => {
    try {
      const { reports } = browserApi().api['squad-pages'][':id'];
      const { message } = await unwrap(reports.$post({ param: { id }, json: { reason, details } }));
      toast({ title: message, tone: 'success' });
      return true;
    } catch (error) {
      toast({ title: 'Failed to report', description: sentenceOf(error, 'Please try again.'), tone: 'error' });
      return false;
    }
  };
  return (
    <>
      <Button variant="ghost" icon="flag" className="self-start" onClick={() => setOpen(true)}>
        Report this page
      </Button>
      <ReasonDialog
        open={open}
        title="Report"
        description={name}
        confirmLabel="Report page"
        reasons={REPORT_REASONS}
        reason={DEFAULT_REPORT.reason}
        hint="A moderator reads this. The squad never learns who reported."
        maxLength={LIMITS.details}
        onSend={send}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

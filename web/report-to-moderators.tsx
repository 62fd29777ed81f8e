import type { Message } from '../messages/message.ts';
import { useTranslator } from '../messages/use-translator.tsx';
import { ReasonDialog } from './ui/reason-dialog.tsx';
import { attempt } from './use-action.ts';
import { useDraftText } from './use-draft.ts';
import * as messages from './web.messages.ts';

type Props<Reason extends string> = {
  /** The selectable reasons, the preselected one, and the maximum length of the details. */
  terms: { reasons: readonly { value: Reason; label: Message }[]; reason: Reason; maxLength: number };
  /** ID of the reported item, used as the key of the typed draft. */
  about: string;
  open: boolean;
  /** The kind of reported item, which the button and the hint name. */
  noun: 'player' | 'page' | 'message' | 'review';
  /** Title or text of the reported item. */
  description: string;
  /** @returns the API's response */
  onReport: (report: { reason: Reason; details: string }) => Promise<{ message: string }>;
  onClose: () => void;
};

/** A dialog that sends a report to the moderators. */
export function ReportToModerators<Reason extends string>(props: Props<Reason>) {
  const t = useTranslator();
  const { terms, about, open, noun, description, onReport, onClose } = props;
  const [reportText, setReportText] = useDraftText(`report-${about}`);
  const send = async (reason: Reason, details: string) => {
    const report = () => onReport({ reason, details });
    const isSent = await attempt(report, ({ message }) => message, t(messages.reportFailed));
    if (isSent) setReportText('');
    return isSent !== undefined;
  };
  return (
    <ReasonDialog
      open={open}
      title={t(messages.report)}
      description={description}
      confirmLabel={t(messages.sendReport, { about: noun })}
      {...terms}
      hint={t(messages.reportHint, { about: noun })}
      details={reportText}
      onDetails={setReportText}
      onSend={send}
      onClose={onClose}
    />
  );
}

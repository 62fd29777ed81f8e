import { ReasonDialog } from './ui/reason-dialog.tsx';
import { attempt } from './use-action.ts';
import { useDraftText } from './use-draft.ts';

type Props<Reason extends string> = {
  /** The selectable reasons, the preselected one, and the maximum length of the details. */
  terms: { reasons: readonly { value: Reason; label: string }[]; reason: Reason; maxLength: number };
  /** ID of the reported item, used as the key of the draft. */
  about: string;
  open: boolean;
  /** Kind of the reported item, as the button names it. */
  noun: 'player' | 'page' | 'message' | 'review';
  /** Title or text of the reported item. */
  description: string;
  /** Who never learns who sent the report. */
  who?: string;
  /** @returns the API's response */
  onReport: (report: { reason: Reason; details: string }) => Promise<{ message: string }>;
  onClose: () => void;
};

/** A dialog that sends a report to the moderators. */
export function ReportToModerators<Reason extends string>(props: Props<Reason>) {
  const { terms, about, open, noun, description, who = 'The player', onReport, onClose } = props;
  const [typed, setTyped] = useDraftText(`report-${about}`);
  const send = async (reason: Reason, details: string) => {
    const report = () => onReport({ reason, details });
    const sent = await attempt(report, ({ message }) => message, 'Failed to report');
    if (sent) setTyped('');
    return sent !== undefined;
  };
  return (
    <ReasonDialog
      open={open}
      title="Report"
      description={description}
      confirmLabel={`Report ${noun}`}
      {...terms}
      hint={`A moderator will read this. ${who} will never learn who sent it.`}
      details={typed}
      onDetails={setTyped}
      onSend={send}
      onClose={onClose}
    />
  );
}

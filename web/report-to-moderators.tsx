import { toErrorMessage } from './api-client.ts';
import { ReasonDialog } from './ui/reason-dialog.tsx';
import { showToast } from './ui/toast-store.ts';
import { useDraftText } from './use-draft.ts';

type Props<Reason extends string> = {
  /** Reasons to choose from, the one chosen at first, and how many characters more may be said. */
  terms: { reasons: readonly { value: Reason; label: string }[]; reason: Reason; maxLength: number };
  /** Names the reported thing, for what is typed about it. */
  about: string;
  open: boolean;
  /** What is reported, as the button says it. */
  noun: 'player' | 'page' | 'message' | 'review';
  /** The reported thing in its own words. */
  description: string;
  /** Who never learns who reported. */
  who?: string;
  /** @returns what the API answered */
  onReport: (report: { reason: Reason; details: string }) => Promise<{ message: string }>;
  onClose: () => void;
};

/** Puts something into the moderators' queue. */
export function ReportToModerators<Reason extends string>(props: Props<Reason>) {
  const { terms, about, open, noun, description, who = 'The player', onReport, onClose } = props;
  const [typed, setTyped] = useDraftText(`report-${about}`);
  const send = async (reason: Reason, details: string) => {
    try {
      const { message } = await onReport({ reason, details });
      setTyped('');
      showToast({ title: message, tone: 'success' });
      return true;
    } catch (error) {
      showToast({ title: 'Failed to report', description: toErrorMessage(error, 'Please try again.'), tone: 'error' });
      return false;
    }
  };
  return (
    <ReasonDialog
      open={open}
      title="Report"
      description={description}
      confirmLabel={`Report ${noun}`}
      {...terms}
      hint={`A moderator reads this. ${who} never learns who reported.`}
      details={typed}
      onDetails={setTyped}
      onSend={send}
      onClose={onClose}
    />
  );
}

import { useRef, useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { runSystemAction } from './admin-action.ts';

const LABEL = 'Rebuild Matches';

/**
 * How long presses in the second dialog are ignored, because they may be the second half of a double press in the
 * first.
 */
const DOUBLE_PRESS_MS = 600;

/** Separate from the other actions and asks twice, because it withdraws matches that players are about to answer. */
export function RebuildMatches({ onChange }: { onChange: () => void }) {
  const [question, setQuestion] = useState<'first' | 'second'>();
  const askedAt = useRef(0);
  const close = () => setQuestion(undefined);
  const askAgain = () => {
    askedAt.current = performance.now();
    setQuestion('second');
  };
  const rebuild = async () => {
    if (performance.now() - askedAt.current < DOUBLE_PRESS_MS) return;
    await runSystemAction({ action: 'rebuild_matches' }, LABEL);
    close();
    onChange();
  };
  return (
    <Panel as="section" tone="red" padding="sm" aria-labelledby="rebuild-matches" className="stack gap-2 lg:max-w-md">
      <h2 id="rebuild-matches" className="text-base">
        Start over
      </h2>
      <p className="text-sm text-muted">Withdraws unanswered matches and proposes new ones.</p>
      <Button variant="danger" icon="refresh" className="self-start" onClick={() => setQuestion('first')}>
        {LABEL}
      </Button>
      <ConfirmDialog
        open={question === 'first'}
        title={`${LABEL}?`}
        confirmLabel="Continue"
        onConfirm={askAgain}
        onCancel={close}
      >
        Unanswered matches will be withdrawn. You can't undo this.
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'second'}
        title="Withdraw every unanswered match now?"
        confirmLabel={LABEL}
        tone="danger"
        onConfirm={rebuild}
        onCancel={close}
      >
        Players lose the matches they're about to answer.
      </ConfirmDialog>
    </Panel>
  );
}

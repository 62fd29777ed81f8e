import { useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useDraftText } from '../../../web/use-draft.ts';
import { listDifferences } from '../../matches/rulebook/rulebook.rules.ts';
import { NOTE_MAX, type Rulebook } from '../../matches/rulebook/rulebook.schema.ts';
import { RULES_IN_FORCE, runAction } from './admin-action.ts';
import { Changes } from './rules-changes.tsx';
import { formatTime } from './times.ts';

type Props = {
  current: Rulebook['current'];
  draft: NonNullable<Rulebook['draft']>;
  onEdit: () => void;
  onTry: () => Promise<void>;
  onChange: () => void;
};

/** The draft that all admins share, with its changes and actions. */
export function DraftPanel({ current, draft, onEdit, onTry, onChange }: Props) {
  const [openDialog, setOpenDialog] = useState<'publish' | 'discard'>();
  const [note, setNote] = useDraftText(`rules-${current.version}`);
  const differences = listDifferences(current.rules, draft.rules);
  const isOutdated = draft.based_on !== current.version;
  const publish = async () => {
    setOpenDialog(undefined);
    const toastSubjects = [RULES_IN_FORCE];
    const action = { action: 'publish_rules', baseVersion: current.version, note } as const;
    await runAction(action, onChange, { about: toastSubjects, ends: toastSubjects });
  };
  const discard = async () => {
    setOpenDialog(undefined);
    await runAction({ action: 'discard_rules_draft' }, onChange);
  };
  return (
    <Panel as="section" tone="gold" aria-labelledby="rules-draft" className="stack">
      <h2 id="rules-draft" className="text-lg">
        Draft
      </h2>
      <p className="text-muted">
        Saved {formatTime(draft.edited_at)} by {draft.edited_by ?? 'an admin'}. It won't affect matches until it's
        published.
      </p>
      {isOutdated && (
        <Notice tone="gold" title="Newer rules have been published">
          The draft is based on version {draft.based_on}. Check what it changes now, then save it again.
        </Notice>
      )}
      <Changes caption="What the draft changes" differences={differences} />
      <div className="cluster">
        <Button variant="secondary" icon="chart" disabled={!differences.length} onClick={onTry}>
          Test on current pool
        </Button>
        <Button icon="check" disabled={isOutdated || differences.length === 0} onClick={() => setOpenDialog('publish')}>
          Publish
        </Button>
        <Button variant="ghost" icon="edit" onClick={onEdit}>
          Edit draft
        </Button>
        <Button variant="ghost" icon="trash" onClick={() => setOpenDialog('discard')}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={openDialog === 'publish'}
        title="Publish these rules?"
        confirmLabel="Publish rules"
        onConfirm={() => publish()}
        onCancel={() => setOpenDialog(undefined)}
      >
        <div className="stack">
          <p>
            The next matching round will use them. Existing matches stay as they are. You can undo this for 30 seconds.
          </p>
          <Field label="Why" optional hint="Other admins can read it in the history.">
            <TextArea rows={2} maxLength={NOTE_MAX} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === 'discard'}
        title="Discard the draft?"
        confirmLabel="Discard draft"
        tone="danger"
        onConfirm={() => discard()}
        onCancel={() => setOpenDialog(undefined)}
      >
        Its changes stay in the audit log.
      </ConfirmDialog>
    </Panel>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { DataExport } from './data-export.tsx';
import { runSecurityAction } from './security-action.ts';

/** Data export and account deletion. */
export function OwnData({ deleting = false }: { deleting?: boolean }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();

  const remove = async () => {
    const leaving = await runSecurityAction('Your account will be deleted in 14 days', () =>
      unwrap(browserApi().api.account.deletion.$post()),
    );
    setAsking(false);
    if (leaving) await navigate(paths.leaving);
  };

  return (
    <Panel as="section" className="stack" aria-labelledby="own-data">
      <h2 id="own-data" className="text-xl">
        Your data
      </h2>
      <p className="text-mist">
        Export everything we keep about you as one file. If you delete your account, you have 14 days to change your
        mind. Payment records stay, without your name.
      </p>
      <DataExport />
      {!deleting && (
        <div className="cluster">
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete my account
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        tone="danger"
        title="Delete your account?"
        confirmLabel="Delete in 14 days"
        cancelLabel="Keep it"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        <span className="block">
          Right away: your profile leaves the directory, your listings close, your open matches end and your other
          devices are signed out.
        </span>
        <span className="mt-2 block">
          Money: plans end and you won't be charged again. Orders that haven't started get a full refund. Hires in
          progress end where they are.
        </span>
        <span className="mt-2 block">
          After 14 days: your profile, matches, listings and messages are deleted. Payment records stay as long as the
          law requires.
        </span>
        <span className="mt-2 block">
          Until then you can sign in to keep your account, export your data or secure the account. Your profile,
          listings and the paid time left on a plan come back. Canceled orders don't.
        </span>
      </ConfirmDialog>
    </Panel>
  );
}

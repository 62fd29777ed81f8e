import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../accounts.messages.ts';
import { DataExport } from './data-export.tsx';
import { runSecurityAction } from './security-action.ts';

/** Data export and account deletion. */
export function OwnData({ deleting = false }: { deleting?: boolean }) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const navigate = useNavigate();

  const remove = async () => {
    const isScheduled = await runSecurityAction(t, t(messages.deletionScheduledToast), () =>
      unwrap(browserApi().api.account.deletion.$post()),
    );
    setConfirming(false);
    if (isScheduled) await navigate(paths.leaving);
  };

  return (
    <Panel as="section" className="stack" aria-labelledby="own-data">
      <h2 id="own-data" className="text-xl">
        {t(messages.ownDataTitle)}
      </h2>
      <p className="text-muted">{t(messages.ownDataExplanation)}</p>
      <DataExport />
      {!deleting && (
        <div className="cluster">
          <Button variant="danger" onClick={() => setConfirming(true)}>
            {t(messages.deleteAccount)}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isConfirming}
        tone="danger"
        title={t(messages.deleteAccountTitle)}
        confirmLabel={t(messages.confirmDeletion)}
        cancelLabel={t(messages.declineDeletion)}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <span className="block">{t(messages.deletionNow)}</span>
        <span className="mt-2 block">{t(messages.deletionMoney)}</span>
        <span className="mt-2 block">{t(messages.deletionLater)}</span>
        <span className="mt-2 block">{t(messages.deletionUntilThen)}</span>
      </ConfirmDialog>
    </Panel>
  );
}

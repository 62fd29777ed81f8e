import { useState } from 'react';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import type { Passkey } from '../passkeys/passkeys.schema.ts';
import { useSecurityAction } from './security-action.ts';

const formatDay = (iso: string) => formatReaderTime(iso, 'day', getReader());

/** Lists passkeys, which sign in with a device's fingerprint, face or PIN. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const { busy, run } = useSecurityAction();
  const [removed, setRemoved] = useState<string>();
  const [leaving, setLeaving] = useState<Passkey>();
  const remove = async ({ id }: Passkey) => {
    setLeaving(undefined);
    setRemoved(id);
    await run('Passkey removed', async () => (await getAuthClient()).passkey.delete({ passkeyId: id }));
  };
  const supported = typeof window !== 'undefined' && 'PublicKeyCredential' in window;
  return (
    <Panel as="section" className="stack" aria-labelledby="passkeys">
      <h2 id="passkeys" className="text-xl">
        Passkeys
      </h2>
      {passkeys.length === 0 ? (
        <p className="text-mist">
          A passkey signs you in with your device's fingerprint, face or PIN. There's nothing to remember, and nothing a
          fake site could steal.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <div>
                <p>{passkey.friendly_name || 'Passkey'}</p>
                <p className="text-mist text-sm">
                  Added {formatDay(passkey.created_at)}
                  {passkey.last_used_at ? `, last used ${formatDay(passkey.last_used_at)}` : ', not used yet'}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                loading={busy && removed === passkey.id}
                onClick={() => setLeaving(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {supported ? (
        <div>
          <Button
            variant="secondary"
            icon="plus"
            onClick={() => run('Passkey added', async () => (await getAuthClient()).registerPasskey())}
          >
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="text-mist text-sm">This browser doesn't support passkeys.</p>
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        tone="danger"
        title="Remove this passkey?"
        confirmLabel="Remove"
        onConfirm={() => leaving && remove(leaving)}
        onCancel={() => setLeaving(undefined)}
      >
        You won't be able to sign in with it anymore. To get it back, add a new one on that device.
      </ConfirmDialog>
    </Panel>
  );
}

import { useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../accounts.messages.ts';
import type { Passkey } from '../passkeys/passkeys.schema.ts';
import { useSecurityAction } from './security-action.ts';

const formatDay = (t: Translator, iso: string) => formatReaderTime(t, iso, 'day', getReader());

/** Lists passkeys, which sign in with a device's fingerprint, face or PIN. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const t = useTranslator();
  const { busy, run } = useSecurityAction();
  const [removedId, setRemovedId] = useState<string>();
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey>();
  const remove = async ({ id }: Passkey) => {
    setPasskeyToRemove(undefined);
    setRemovedId(id);
    await run(t(messages.passkeyRemovedToast), async () => (await getAuthClient()).passkey.delete({ passkeyId: id }));
  };
  const isSupported = typeof window !== 'undefined' && 'PublicKeyCredential' in window;
  return (
    <Panel as="section" className="stack" aria-labelledby="passkeys">
      <h2 id="passkeys" className="text-xl">
        {t(messages.passkeysTitle)}
      </h2>
      {passkeys.length === 0 ? (
        <p className="text-muted">{t(messages.passkeysEmpty)}</p>
      ) : (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <div>
                <p>{passkey.friendly_name || t(messages.unnamedPasskey)}</p>
                <p className="text-muted text-sm">
                  {passkey.last_used_at
                    ? t(messages.passkeyUsed, {
                        added: formatDay(t, passkey.created_at),
                        used: formatDay(t, passkey.last_used_at),
                      })
                    : t(messages.passkeyUnused, { added: formatDay(t, passkey.created_at) })}
                </p>
              </div>
              <Button
                variant="ghost"
                size="sm"
                loading={busy && removedId === passkey.id}
                onClick={() => setPasskeyToRemove(passkey)}
              >
                {t(shared.remove)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isSupported ? (
        <div>
          <Button
            variant="secondary"
            icon="plus"
            onClick={() => run(t(messages.passkeyAddedToast), async () => (await getAuthClient()).registerPasskey())}
          >
            {t(messages.addPasskey)}
          </Button>
        </div>
      ) : (
        <p className="text-muted text-sm">{t(messages.passkeysUnsupported)}</p>
      )}
      <ConfirmDialog
        open={passkeyToRemove !== undefined}
        tone="danger"
        title={t(messages.removePasskeyTitle)}
        confirmLabel={t(shared.remove)}
        onConfirm={() => passkeyToRemove && remove(passkeyToRemove)}
        onCancel={() => setPasskeyToRemove(undefined)}
      >
        {t(messages.removePasskeyExplanation)}
      </ConfirmDialog>
    </Panel>
  );
}

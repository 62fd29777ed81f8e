import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import * as messages from '../accounts.messages.ts';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useSecurityAction } from './security-action.ts';

type Props = { user: User; codesLeft: number };
type Open = { dialog: 'add' } | { dialog: 'codes' } | { dialog: 'remove'; id: string };

const KINDS = new Map<string, Message>([
  ['totp', messages.authenticatorApp],
  ['phone', messages.textMessage],
  ['webauthn', messages.securityKey],
]);

/** Lists the account's second factors and the recovery codes to use if one is lost. */
export function SecondFactors({ user, codesLeft }: Props) {
  const t = useTranslator();
  const { run } = useSecurityAction();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<Open>();
  const factors = (user.factors ?? []).filter((factor) => factor.status === 'verified');
  const close = () => {
    setOpen(undefined);
    void revalidate();
  };
  const remove = async (factorId: string) => {
    setOpen(undefined);
    await run(t(messages.factorRemovedToast), async () => {
      const client = await getAuthClient();
      const result = await client.mfa.unenroll({ factorId });
      await client.refreshSession();
      return result;
    });
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="factors">
      <h2 id="factors" className="text-xl">
        {t(messages.twoFactorTitle)}
      </h2>
      {factors.length === 0 ? (
        <p className="text-muted">{t(messages.twoFactorEmpty)}</p>
      ) : (
        <ul className="divide-y divide-line">
          {factors.map((factor) => {
            const kind = KINDS.get(factor.factor_type);
            return (
              <li key={factor.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
                <span className="cluster">
                  <span>{factor.friendly_name || (kind && t(kind))}</span>
                  <Badge tone="green">{t(messages.factorOn)}</Badge>
                </span>
                <Button variant="ghost" size="sm" onClick={() => setOpen({ dialog: 'remove', id: factor.id })}>
                  {t(shared.remove)}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {factors.length > 0 && <p className="text-muted text-sm">{t(messages.recoveryCodesLeft, { codesLeft })}</p>}
      <div className="cluster">
        <Button variant="secondary" icon="plus" onClick={() => setOpen({ dialog: 'add' })}>
          {t(messages.addAuthenticator)}
        </Button>
        {factors.length > 0 && (
          <Button variant="ghost" onClick={() => setOpen({ dialog: 'codes' })}>
            {codesLeft === 0 ? t(messages.createRecoveryCodes) : t(messages.createNewRecoveryCodes)}
          </Button>
        )}
      </div>
      {open?.dialog === 'add' && <AuthenticatorDialog onClose={close} onAdded={() => setOpen({ dialog: 'codes' })} />}
      {open?.dialog === 'codes' && <RecoveryCodesDialog onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          open
          tone="danger"
          title={t(messages.removeFactorTitle)}
          confirmLabel={t(shared.remove)}
          onConfirm={() => remove(open.id)}
          onCancel={() => setOpen(undefined)}
        >
          {t(messages.removeFactorExplanation)}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useSecurityAction } from './security-action.ts';

type Props = { user: User; codesLeft: number };
type Open = { dialog: 'add' } | { dialog: 'codes' } | { dialog: 'remove'; id: string };

const KINDS: Record<string, string> = { totp: 'Authenticator app', phone: 'Text message', webauthn: 'Security key' };

/** Lists the account's second factors and the recovery codes to use if one is lost. */
export function SecondFactors({ user, codesLeft }: Props) {
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
    await run('Two-factor method removed', async () => {
      const client = await getAuthClient();
      const result = await client.mfa.unenroll({ factorId });
      await client.refreshSession();
      return result;
    });
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="factors">
      <h2 id="factors" className="text-xl">
        Two-factor authentication
      </h2>
      {factors.length === 0 ? (
        <p className="text-mist">
          With an authenticator app, a stolen password isn't enough. Signing in and making changes here will ask for its
          code.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {factors.map((factor) => (
            <li key={factor.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="cluster">
                {factor.friendly_name || KINDS[factor.factor_type]}
                <Badge tone="green">On</Badge>
              </span>
              <Button variant="ghost" size="sm" onClick={() => setOpen({ dialog: 'remove', id: factor.id })}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {factors.length > 0 && (
        <p className="text-mist text-sm">
          {codesLeft === 0 ? 'You have no recovery codes.' : `You have ${codesLeft} of 10 recovery codes left.`}
        </p>
      )}
      <div className="cluster">
        <Button variant="secondary" icon="plus" onClick={() => setOpen({ dialog: 'add' })}>
          Add an authenticator app
        </Button>
        {factors.length > 0 && (
          <Button variant="ghost" onClick={() => setOpen({ dialog: 'codes' })}>
            {codesLeft === 0 ? 'Create recovery codes' : 'Create new recovery codes'}
          </Button>
        )}
      </div>
      {open?.dialog === 'add' && <AuthenticatorDialog onClose={close} onAdded={() => setOpen({ dialog: 'codes' })} />}
      {open?.dialog === 'codes' && <RecoveryCodesDialog onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          open
          tone="danger"
          title="Remove this two-factor method?"
          confirmLabel="Remove"
          onConfirm={() => remove(open.id)}
          onCancel={() => setOpen(undefined)}
        >
          Sign-in will no longer ask for it.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { authClient } from '../../../../web/session.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Panel } from '../../../../web/ui/panel.tsx';
import { act } from './act.ts';

const NAMES: Record<string, string> = { email: 'E-mail', phone: 'Phone', twitch: 'Twitch', web3: 'Wallet' };

/** The ways to sign in that are tied to the account; the last one cannot be taken away. */
export function SignInMethods({ user, onChange }: { user: User; onChange: () => void }) {
  const [busy, setBusy] = useState<string>();
  const identities = user.identities ?? [];
  const hasTwitch = identities.some((identity) => identity.provider === 'twitch');

  const link = async () => {
    setBusy('twitch');
    const redirectTo = `${window.location.origin}/protocol/callback?next=%2Fprotocol%2Fsecurity`;
    const worked = await act('', async () =>
      (await authClient()).linkIdentity({ provider: 'twitch', options: { redirectTo, scopes: 'user:read:email' } }),
    );
    if (!worked) setBusy(undefined);
  };

  return (
    <Panel className="stack" aria-labelledby="methods">
      <h2 id="methods" className="text-xl">
        Ways to sign in
      </h2>
      <ul className="divide-y divide-line">
        {identities.map((identity) => (
          <li key={identity.identity_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div>
              <p>{NAMES[identity.provider] ?? identity.provider}</p>
              <p className="text-mist text-sm">
                {String(identity.identity_data?.full_name || identity.identity_data?.email || '')}
              </p>
            </div>
            {identities.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                loading={busy === identity.identity_id}
                onClick={async () => {
                  setBusy(identity.identity_id);
                  await act('Unlinked', async () => (await authClient()).unlinkIdentity(identity));
                  setBusy(undefined);
                  onChange();
                }}
              >
                Unlink <span className="sr-only">{NAMES[identity.provider] ?? identity.provider}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!hasTwitch && (
        <div>
          <Button variant="secondary" icon="link" loading={busy === 'twitch'} onClick={() => void link()}>
            Link Twitch
          </Button>
        </div>
      )}
    </Panel>
  );
}

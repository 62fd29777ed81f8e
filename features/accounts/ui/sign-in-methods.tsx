import type { User, UserIdentity } from '@supabase/auth-js';
import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../accounts.messages.ts';
import { getProviderName } from './providers.ts';
import { runSecurityAction, useSecurityAction } from './security-action.ts';

type Props = { user: User; offered: string[] };

/** Lists the account's sign-in methods. The last one can't be removed. */
export function SignInMethods({ user, offered }: Props) {
  const t = useTranslator();
  const { run } = useSecurityAction();
  const [busy, setBusy] = useState<string>();
  const [identityToRemove, setIdentityToRemove] = useState<UserIdentity>();
  const identities = user.identities ?? [];
  const availableProviders = offered.filter(
    (provider) => !identities.some((identity) => identity.provider === provider),
  );

  const linkProvider = async (provider: string) => {
    setBusy(provider);
    const redirectTo = `${window.location.origin}${paths.callbackGoingOnTo(paths.security)}`;
    const scopes = provider === 'twitch' ? { scopes: 'user:read:email' } : {};
    const hasWorked = await runSecurityAction(t, '', async () =>
      (await getAuthClient()).linkIdentity({ provider: provider as 'twitch', options: { redirectTo, ...scopes } }),
    );
    if (!hasWorked) setBusy(undefined);
  };
  const unlink = async (identity: UserIdentity) => {
    setIdentityToRemove(undefined);
    setBusy(identity.identity_id);
    await run(t(messages.unlinkedToast), async () => (await getAuthClient()).unlinkIdentity(identity));
    setBusy(undefined);
  };

  return (
    <Panel as="section" className="stack" aria-labelledby="methods">
      <h2 id="methods" className="text-xl">
        {t(messages.methodsTitle)}
      </h2>
      <ul className="divide-y divide-line">
        {identities.map((identity) => (
          <li key={identity.identity_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0">
              <p>{getProviderName(t, identity.provider)}</p>
              <p className="text-muted text-sm break-all">
                {String(identity.identity_data?.full_name || identity.identity_data?.email || '')}
              </p>
            </div>
            {identities.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                loading={busy === identity.identity_id}
                onClick={() => setIdentityToRemove(identity)}
              >
                <RichMessage
                  message={messages.unlinkProvider}
                  values={{
                    provider: getProviderName(t, identity.provider),
                    hidden: (children) => <span className="sr-only">{children}</span>,
                  }}
                />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {availableProviders.length > 0 && (
        <div className="cluster">
          {availableProviders.map((provider) => (
            <Button
              key={provider}
              variant="secondary"
              icon="link"
              loading={busy === provider}
              onClick={() => linkProvider(provider)}
            >
              {t(messages.linkProvider, { provider: getProviderName(t, provider) })}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={identityToRemove !== undefined}
        tone="danger"
        title={
          identityToRemove ? t(messages.unlinkTitle, { provider: getProviderName(t, identityToRemove.provider) }) : ''
        }
        confirmLabel={t(messages.unlink)}
        onConfirm={() => identityToRemove && unlink(identityToRemove)}
        onCancel={() => setIdentityToRemove(undefined)}
      >
        {t(messages.unlinkExplanation)}
      </ConfirmDialog>
    </Panel>
  );
}

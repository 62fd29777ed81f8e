import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../accounts.messages.ts';
import type { Grant } from '../oauth-clients/oauth-client-authorizations.schema.ts';
import { useSecurityAction } from './security-action.ts';

/** Describes which data an app has, and since when. */
function formatGrant(t: Translator, { scopes, granted_at }: Grant): string {
  const day = formatReaderTime(t, granted_at, 'day', getReader());
  const [knowsProfile, knowsEmail] = [scopes.includes('profile'), scopes.includes('email')];
  if (knowsProfile && knowsEmail) return t(messages.connectedAppDetailsWithProfileAndEmail, { day });
  if (knowsProfile) return t(messages.connectedAppDetailsWithProfile, { day });
  return knowsEmail ? t(messages.connectedAppDetailsWithEmail, { day }) : t(messages.connectedAppDetails, { day });
}

/** Lists the connected apps. Hidden if there are none. */
export function ConnectedApps({ grants }: { grants: Grant[] }) {
  const t = useTranslator();
  const { run } = useSecurityAction();
  if (grants.length === 0) return null;
  const disconnect = (clientId: string) =>
    run(t(messages.appDisconnectedToast), async () => (await getAuthClient()).oauth.revokeGrant({ clientId }));
  return (
    <Panel as="section" className="stack" aria-labelledby="programs">
      <h2 id="programs" className="text-xl">
        {t(messages.connectedAppsTitle)}
      </h2>
      <ul className="divide-y divide-line">
        {grants.map((grant) => (
          <li key={grant.client.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div>
              <p>{grant.client.name}</p>
              <p className="text-muted text-sm">{formatGrant(t, grant)}</p>
            </div>
            <Button variant="ghost" size="sm" onClick={() => disconnect(grant.client.id)}>
              <RichMessage
                message={messages.disconnectApp}
                values={{
                  app: grant.client.name,
                  hidden: (children) => <span className="sr-only">{children}</span>,
                }}
              />
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { formatReaderTime } from '../../../time/reader-times.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import type { Grant } from '../oauth-clients/oauth-client-authorizations.schema.ts';
import { useSecurityAction } from './security-action.ts';

const formatDay = (iso: string) => formatReaderTime(iso, 'day', getReader());
const LABELS: Record<string, string> = { profile: 'name and picture', email: 'email address' };

/** Lists the connected apps. Hidden if there are none. */
export function ConnectedApps({ grants }: { grants: Grant[] }) {
  const { run } = useSecurityAction();
  if (grants.length === 0) return null;
  const end = (clientId: string) =>
    run('Disconnected', async () => (await getAuthClient()).oauth.revokeGrant({ clientId }));
  return (
    <Panel as="section" className="stack" aria-labelledby="programs">
      <h2 id="programs" className="text-xl">
        Connected apps
      </h2>
      <ul className="divide-y divide-line">
        {grants.map(({ client, scopes, granted_at }) => (
          <li key={client.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div>
              <p>{client.name}</p>
              <p className="text-mist text-sm">
                {['Account ID', ...scopes.map((scope) => LABELS[scope]).filter(Boolean)].join(', ')}. Connected{' '}
                {formatDay(granted_at)}
              </p>
            </div>
            <Button variant="ghost" size="sm" onClick={() => end(client.id)}>
              Disconnect <span className="sr-only">{client.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

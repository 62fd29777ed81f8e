import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import type { Device } from '../account-security.schema.ts';
import { useSecurityAction } from './security-action.ts';

const formatWhen = (iso: string) => formatReaderTime(iso, 'exact', getReader());

/** Lists the devices where the account is signed in, most recently used first, with a button to end each session. */
export function Devices({ devices }: { devices: Device[] }) {
  const { run } = useSecurityAction();
  const end = (id: string) =>
    run('Signed out there', () => unwrap(browserApi().api.account.devices[':id'].$delete({ param: { id } })));
  const endOthers = () =>
    run('All other devices are signed out', async () => (await getAuthClient()).signOut({ scope: 'others' }));
  return (
    <Panel as="section" className="stack" aria-labelledby="devices">
      <h2 id="devices" className="text-xl">
        Signed-in devices
      </h2>
      <ul className="divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-2 py-4">
            <div>
              <p className="cluster font-semibold">
                <span>{device.device}</span>
                {device.current && <Badge tone="green">This device</Badge>}
                {device.second_factor && <Badge tone="cyan">Two-factor authentication</Badge>}
              </p>
              <p className="text-mist text-sm">
                <span>Last used {formatWhen(device.last_used_at)}</span>
                {device.place && <span>{`, ${device.place}`}</span>}
                {device.ip && <span>{`, from ${device.ip}`}</span>}
              </p>
            </div>
            {!device.current && (
              <Button variant="ghost" size="sm" onClick={() => end(device.id)}>
                Sign out <span className="sr-only">{device.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <div>
          <Button variant="secondary" icon="logout" onClick={endOthers}>
            Sign out all other devices
          </Button>
        </div>
      )}
    </Panel>
  );
}

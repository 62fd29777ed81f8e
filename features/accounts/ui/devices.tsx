import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import type { Device } from '../account-security.schema.ts';
import * as messages from '../accounts.messages.ts';
import { useSecurityAction } from './security-action.ts';

/** Describes when and, if known, from where a device was last used. */
function formatLastUse(t: Translator, { last_used_at, place, ip }: Device): string {
  const when = formatReaderTime(t, last_used_at, 'exact', getReader());
  if (place && ip) return t(messages.lastUsedFromPlace, { when, place, ip });
  if (place) return t(messages.lastUsedInPlace, { when, place });
  return ip ? t(messages.lastUsedFrom, { when, ip }) : t(messages.lastUsed, { when });
}

/** Lists the devices where the account is signed in, most recently used first, with a button to end each session. */
export function Devices({ devices }: { devices: Device[] }) {
  const t = useTranslator();
  const { run } = useSecurityAction();
  const signOutDevice = (id: string) =>
    run(t(messages.deviceSignedOutToast), () =>
      unwrap(browserApi().api.account.devices[':id'].$delete({ param: { id } })),
    );
  const endOthers = () =>
    run(t(messages.othersSignedOutToast), async () => (await getAuthClient()).signOut({ scope: 'others' }));
  return (
    <Panel as="section" className="stack" aria-labelledby="devices">
      <h2 id="devices" className="text-xl">
        {t(messages.devicesTitle)}
      </h2>
      <ul className="divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-2 py-4">
            <div>
              <p className="cluster font-semibold">
                <span>{device.device}</span>
                {device.current && <Badge tone="green">{t(messages.thisDevice)}</Badge>}
                {device.second_factor && <Badge tone="cyan">{t(messages.deviceTwoFactor)}</Badge>}
              </p>
              <p className="text-muted text-sm">{formatLastUse(t, device)}</p>
            </div>
            {!device.current && (
              <Button variant="ghost" size="sm" onClick={() => signOutDevice(device.id)}>
                <RichMessage
                  message={messages.signOutDevice}
                  values={{
                    device: device.device,
                    hidden: (children) => <span className="sr-only">{children}</span>,
                  }}
                />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <div>
          <Button variant="secondary" icon="logout" onClick={endOthers}>
            {t(messages.signOutOthers)}
          </Button>
        </div>
      )}
    </Panel>
  );
}

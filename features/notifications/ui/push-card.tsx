import { useRef, useState } from 'react';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../notifications.messages.ts';
import type { PushStatus } from '../push/push.schema.ts';
import { BlockedChannelRow, SetUpLabel } from './channel-row.tsx';
import { PushPromptView } from './push-prompt.tsx';
import { getOwnFingerprint } from './push-subscription.ts';
import type { PushState } from './use-push.ts';

/** Push on the settings page: this browser, the user's other devices, and a test message to all of them. */
export function PushCard({ push }: { push: PushState }) {
  const t = useTranslator();
  const devices = push.pushStatus?.devices ?? [];
  const title = useRef<HTMLHeadingElement>(null);
  const remove = async (device: Device) => {
    if (!(await push.turnOffDevice(device))) return;
    showToast({ title: t(messages.deviceRemovedToast, { name: device.name }), tone: 'success' });
    title.current?.focus();
  };
  const { ability } = push;
  const isBlocked = ability !== undefined && ability !== 'ready';
  const label = t(messages.pushNotifications);
  return (
    <section className="stack-lg" aria-labelledby="push-title">
      {isBlocked ? (
        <BlockedChannelRow id="push-title" label={label}>
          <PushPromptView push={push} />
        </BlockedChannelRow>
      ) : (
        <div className={push.on ? 'stack' : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2'}>
          <h2 ref={title} id="push-title" tabIndex={-1} className="font-sans font-semibold text-base">
            {label}
          </h2>
          <PushPromptView push={push} setUpLabel={<SetUpLabel channel={label} />} />
        </div>
      )}
      {devices.length > 0 && <Devices devices={devices} busy={push.busy} onRemove={remove} />}
    </section>
  );
}

type Device = PushStatus['devices'][number];
type DevicesProps = { devices: Device[]; busy: boolean; onRemove: (device: Device) => Promise<void> };

function Devices({ devices, busy, onRemove }: DevicesProps) {
  const t = useTranslator();
  const { run } = useAction();
  const [removing, setRemoving] = useState<string>();
  const fingerprint = getOwnFingerprint();
  const remove = (device: Device) => {
    setRemoving(device.id);
    return onRemove(device);
  };
  const sendTestPush = () => run(() => browserApi().api.notifications.push.test.$post(), t(messages.testSentToast));
  return (
    <div className="stack">
      <h3 className="font-sans text-sm font-semibold text-muted">{t(messages.yourDevices)}</h3>
      <ul className="stack">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b pb-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="cluster items-center">
                <span className="font-medium">{device.name}</span>
                {device.fingerprint === fingerprint && <Badge tone="cyan">{t(messages.thisBrowser)}</Badge>}
              </p>
              <p className="text-sm text-muted">
                {device.last_sent_at ? (
                  <span key="last">
                    <RichMessage
                      message={messages.lastMessage}
                      values={{ time: () => <Moment at={device.last_sent_at!} /> }}
                    />
                  </span>
                ) : (
                  <span key="none">
                    <RichMessage
                      message={messages.addedWithoutMessage}
                      values={{ time: () => <Moment at={device.added_at} /> }}
                    />
                  </span>
                )}
              </p>
            </div>
            <Button
              variant="ghost"
              size="sm"
              loading={busy && removing === device.id}
              aria-disabled={busy}
              aria-label={t(messages.removeDevice, { name: device.name })}
              onClick={() => void remove(device)}
            >
              {t(messages.remove)}
            </Button>
          </li>
        ))}
      </ul>
      <p>
        <Button variant="secondary" size="sm" onClick={sendTestPush}>
          {t(messages.sendTest)}
        </Button>
      </p>
    </div>
  );
}

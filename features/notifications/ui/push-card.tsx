import { useRef, useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useAction } from '../../../web/use-action.ts';
import type { PushStatus } from '../push/push.schema.ts';
import { PushPromptView } from './push-prompt.tsx';
import { getOwnFingerprint } from './push-subscription.ts';
import type { PushState } from './use-push.ts';

/** Push on the settings page: this browser, the user's other devices, and a test message to all of them. */
export function PushCard({ push }: { push: PushState }) {
  const devices = push.pushStatus?.devices ?? [];
  const title = useRef<HTMLHeadingElement>(null);
  const remove = async (device: Device) => {
    if (!(await push.turnOffDevice(device))) return;
    showToast({ title: `${device.name} no longer gets notifications`, tone: 'success' });
    title.current?.focus();
  };
  return (
    <Panel padding="lg" className="stack-lg" as="section" aria-labelledby="push-title">
      <div className="stack">
        <h2 ref={title} id="push-title" tabIndex={-1} className="font-sans text-base font-semibold">
          Push notifications
        </h2>
        <PushPromptView
          push={push}
          why="Your phone or computer shows urgent notifications, even when Planet Crew is closed. They never name anyone, so they can show on a locked screen."
        />
      </div>
      {devices.length > 0 && <Devices devices={devices} busy={push.busy} onRemove={remove} />}
    </Panel>
  );
}

type Device = PushStatus['devices'][number];
type DevicesProps = { devices: Device[]; busy: boolean; onRemove: (device: Device) => Promise<void> };

function Devices({ devices, busy, onRemove }: DevicesProps) {
  const { run } = useAction();
  const [removing, setRemoving] = useState<string>();
  const here = getOwnFingerprint();
  const remove = (device: Device) => {
    setRemoving(device.id);
    return onRemove(device);
  };
  const test = () => run(() => browserApi().api.notifications.push.test.$post(), 'A test message is on its way');
  return (
    <div className="stack">
      <h3 className="font-sans text-sm font-semibold text-mist">Your devices</h3>
      <ul className="stack">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b pb-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="cluster items-center">
                <span className="font-medium">{device.name}</span>
                {device.fingerprint === here && <Badge tone="cyan">This browser</Badge>}
              </p>
              <p className="text-sm text-mist">
                {device.last_sent_at ? (
                  <>
                    Last message <Moment at={device.last_sent_at} />
                  </>
                ) : (
                  <>
                    Since <Moment at={device.added_at} />, no message yet
                  </>
                )}
              </p>
            </div>
            <Button
              variant="ghost"
              size="sm"
              loading={busy && removing === device.id}
              aria-disabled={busy}
              aria-label={`Remove ${device.name}`}
              onClick={() => void remove(device)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <p>
        <Button variant="secondary" size="sm" onClick={test}>
          Send a test message
        </Button>
      </p>
    </div>
  );
}

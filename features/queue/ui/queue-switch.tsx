import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { attempt } from '../../../web/use-action.ts';
import type { QueueConsole } from '../queue.schema.ts';

type Props = { stopped: QueueConsole['stopped']; onTurned: (console: QueueConsole) => void };

/** The switch that pauses the queue. Pausing asks for confirmation and a reason, which all waiting players see. */
export function QueueStopSwitch({ stopped, onTurned }: Props) {
  const [asking, setAsking] = useState(false);
  const turn = async (stop: boolean, reason: string) => {
    const post = () => browserApi().api.admin['live-queue'].switch.$post({ json: { stopped: stop, reason } });
    const success = stop ? 'The live queue is stopped' : 'The live queue is running again';
    const turned = await attempt(post, success, 'Couldn’t change the live queue');
    if (!turned) return;
    onTurned(turned);
    setAsking(false);
  };
  return (
    <Panel as="section" tone={stopped ? 'red' : 'green'} aria-labelledby="queue-switch">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="queue-switch" className="text-lg">
            {stopped ? 'The live queue is stopped' : 'The live queue is running'}
          </h2>
          <p className="text-sm wrap-anywhere">
            {stopped ? (
              <>
                Since <Moment at={stopped.since} />: {stopped.reason || 'no reason given'}
              </>
            ) : (
              'A matching round runs every second.'
            )}
          </p>
        </div>
        {stopped ? (
          <Button icon="play" onClick={() => turn(false, '')}>
            Restart the queue
          </Button>
        ) : (
          <Button variant="danger" icon="ban" onClick={() => setAsking(true)}>
            Stop the queue
          </Button>
        )}
      </div>
      {asking && <AskWhy onStop={(reason) => turn(true, reason)} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

type AskProps = { onStop: (reason: string) => Promise<void>; onClose: () => void };

function AskWhy({ onStop, onClose }: AskProps) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Stop the live queue?"
      role="alertdialog"
      size="sm"
      description="Everyone waiting leaves the queue without a penalty, and open ready checks end."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it running
          </Button>
          <Button variant="danger" onClick={() => onStop(reason.trim())}>
            Stop it
          </Button>
        </>
      }
    >
      <Field label="Why" optional hint="Players who want to join will see this.">
        <TextInput maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}

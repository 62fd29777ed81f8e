import { useState } from 'react';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../queue.messages.ts';
import type { QueueConsole } from '../queue.schema.ts';

type Props = { stop: QueueConsole['stopped']; onTurned: (console: QueueConsole) => void };

/** The switch that pauses the queue. Asks for confirmation and a reason, which all waiting players see. */
export function QueueStopSwitch({ stop: stopped, onTurned }: Props) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const turn = async (shouldStop: boolean, reason: string) => {
    const post = () => browserApi().api.admin['live-queue'].switch.$post({ json: { stopped: shouldStop, reason } });
    const success = shouldStop ? t(messages.queueStoppedToast) : t(messages.queueRestartedToast);
    const isUpdated = await attempt(post, success, t(messages.switchError));
    if (!isUpdated) return;
    onTurned(isUpdated);
    setConfirming(false);
  };
  return (
    <Panel as="section" tone={stopped ? 'red' : 'green'} aria-labelledby="queue-switch">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="queue-switch" className="text-lg">
            {stopped ? t(messages.queueStopped) : t(messages.queueRuns)}
          </h2>
          <p className="text-sm wrap-anywhere">
            {stopped ? <StoppedSince stop={stopped} /> : <span>{t(messages.queueRunsHint)}</span>}
          </p>
        </div>
        {stopped ? (
          <Button icon="play" onClick={() => turn(false, '')}>
            {t(messages.restartQueue)}
          </Button>
        ) : (
          <Button variant="danger" icon="ban" onClick={() => setConfirming(true)}>
            {t(messages.stopQueue)}
          </Button>
        )}
      </div>
      {isConfirming && <AskWhy onStop={(reason) => turn(true, reason)} onClose={() => setConfirming(false)} />}
    </Panel>
  );
}

function StoppedSince({ stop: { since, reason } }: { stop: NonNullable<Props['stop']> }) {
  const renderTime = () => <Moment at={since} />;
  return (
    <span>
      {reason ? (
        <RichMessage message={messages.stoppedSince} values={{ time: renderTime, reason }} />
      ) : (
        <RichMessage message={messages.stoppedWithoutReason} values={{ time: renderTime }} />
      )}
    </span>
  );
}

type AskProps = { onStop: (reason: string) => Promise<void>; onClose: () => void };

function AskWhy({ onStop, onClose }: AskProps) {
  const t = useTranslator();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(messages.stopQueueTitle)}
      role="alertdialog"
      size="sm"
      description={t(messages.stopQueueExplanation)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(messages.stopQueueCancel)}
          </Button>
          <Button variant="danger" onClick={() => onStop(reason.trim())}>
            {t(messages.stopQueueConfirm)}
          </Button>
        </>
      }
    >
      <Field label={t(messages.stopQueueReason)} optional hint={t(messages.stopQueueReasonHint)}>
        <TextInput maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}

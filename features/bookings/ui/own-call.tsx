import { useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { DAY_MS } from '../../../time/units.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { DeadlineMessage, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useViewerZone } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../bookings.messages.ts';
import type { CallView } from '../phone-calls/phone-calls.schema.ts';

/** Describes the upcoming reminders. On the last day, that's only the one-hour reminder. */
export const describeReminders = (t: Translator, { startsAt }: Pick<CallView, 'startsAt'>, now: number): string =>
  t(Date.parse(startsAt) - now > DAY_MS ? messages.dayAndHourReminder : messages.hourReminder);

/** The user's open call. */
export function OwnCall({ call, callsFrom }: { call: CallView; callsFrom: string | null }) {
  const t = useTranslator();
  const { run } = useAction();
  const [isConfirming, setConfirming] = useState(false);
  const zone = useViewerZone('UTC');
  const cancel = () =>
    run(
      () => browserApi().api.calls[':id'].cancel.$post({ param: { id: call.id } }),
      t(messages.ownCallCanceledToast),
    ).then(() => setConfirming(false));
  return (
    <Panel as="section" className="stack" aria-labelledby="call">
      <h2 id="call" className="text-xl">
        <DeadlineMessage message={messages.callCountdown} until={call.startsAt} />
      </h2>
      <KeyValueList
        columns={2}
        items={[
          {
            label: t(messages.when),
            value: (
              <>
                <Moment at={call.startsAt} /> <span className="text-muted">({describeZone(t, zone)})</span>
              </>
            ),
          },
          { label: t(messages.yourNumber), value: call.phone },
          { label: t(messages.callAbout), value: <span className="break-words">{call.topic}</span> },
          ...(callsFrom ? [{ label: t(messages.callsFrom), value: callsFrom }] : []),
        ]}
      />
      <Notice tone="cyan" title={t(messages.reminderTitle)}>
        {describeReminders(t, call, Date.now())}
      </Notice>
      <Button variant="secondary" className="self-start" onClick={() => setConfirming(true)}>
        {t(messages.cancelCall)}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t(messages.cancelCallTitle)}
        confirmLabel={t(messages.cancelCall)}
        cancelLabel={t(messages.keepCall)}
        tone="danger"
        onConfirm={cancel}
        onCancel={() => setConfirming(false)}
      >
        {t(messages.cancelCallExplanation)}
      </ConfirmDialog>
    </Panel>
  );
}

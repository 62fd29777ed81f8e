import { useState } from 'react';
import { describeZone } from '../../../time/reader-times.ts';
import { DAY_MS } from '../../../time/units.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useViewerZone } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import type { CallView } from '../phone-calls/phone-calls.schema.ts';

/** If the call is less than a day ahead, the one-day reminder won't be sent anymore. */
export const listReminders = ({ startsAt }: Pick<CallView, 'startsAt'>, now: number): string =>
  Date.parse(startsAt) - now > DAY_MS ? 'A day and an hour before' : 'An hour before';

/** The user's open call. */
export function OwnCall({ call, callsFrom }: { call: CallView; callsFrom: string | null }) {
  const { run } = useAction();
  const [asking, setAsking] = useState(false);
  const zone = useViewerZone('UTC');
  const cancel = () =>
    run(() => browserApi().api.calls[':id'].cancel.$post({ param: { id: call.id } }), 'Your call is canceled').then(
      () => setAsking(false),
    );
  return (
    <Panel as="section" className="stack" aria-labelledby="call">
      <h2 id="call" className="text-xl">
        We'll call you <Countdown until={call.startsAt} />
      </h2>
      <KeyValueList
        columns={2}
        items={[
          {
            label: 'When',
            value: (
              <>
                <Moment at={call.startsAt} /> <span className="text-mist">({describeZone(zone)})</span>
              </>
            ),
          },
          { label: 'Your number', value: call.phone },
          { label: 'About', value: <span className="break-words">{call.topic}</span> },
          ...(callsFrom ? [{ label: 'We call from', value: callsFrom }] : []),
        ]}
      />
      <Notice tone="cyan" title="We'll remind you">
        {listReminders(call, Date.now())}, the way you chose for hires, coaching and Team Assembly.
      </Notice>
      <Button variant="secondary" className="self-start" onClick={() => setAsking(true)}>
        Cancel call
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this call?"
        confirmLabel="Cancel call"
        cancelLabel="Keep call"
        tone="danger"
        onConfirm={cancel}
        onCancel={() => setAsking(false)}
      >
        Your time opens up for others. You can pick another one.
      </ConfirmDialog>
    </Panel>
  );
}

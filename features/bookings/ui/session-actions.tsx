import { useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { DAY_MS } from '../../../time/units.ts';
import { browserApi } from '../../../web/api-client.ts';
import { fetchAndSave } from '../../../web/save-file.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { attempt, useAction } from '../../../web/use-action.ts';
import * as messages from '../bookings.messages.ts';
import type { BookingView, Slot } from '../bookings.schema.ts';
import { SlotPicker } from './slot-picker.tsx';

const api = () => browserApi().api;
const NOTICE_MS = DAY_MS;

/** The actions either side of a session can take now. */
export function SessionActions({ booking, onDispute }: { booking: BookingView; onDispute: () => void }) {
  const t = useTranslator();
  const { run } = useAction();
  const [openDialog, setOpenDialog] = useState<'cancel'>();
  const [slots, setSlots] = useState<Slot[]>();
  const [startsAt, setStartsAt] = useState<string>();
  const param = { id: booking.id };
  const start = Date.parse(booking.startsAt ?? '');
  const isUpcoming = booking.status === 'scheduled' && Date.now() < start && !booking.frozen;
  const canMove = isUpcoming && booking.side === 'buyer' && start - Date.now() >= NOTICE_MS;
  const isDisputable =
    ['started', 'completed'].includes(booking.status) || (booking.status === 'scheduled' && !isUpcoming);
  if (booking.side === 'admin') return null;
  const openMove = () =>
    attempt(() => api().coaches[':id'].calendar.$get({ param: { id: booking.coachId ?? '' } })).then((calendar) =>
      setSlots(calendar?.slots as Slot[] | undefined),
    );
  const move = () =>
    run(
      () => api().bookings[':id'].move.$post({ param, json: { startsAt: startsAt! } }),
      t(messages.sessionMovedToast),
    ).then(() => setSlots(undefined));
  return (
    <div className="cluster">
      {booking.status === 'completed' && booking.side === 'buyer' && (
        <Button
          onClick={() => run(() => api().bookings[':id'].confirm.$post({ param }), t(messages.sessionConfirmedToast))}
        >
          {t(messages.confirmSession)}
        </Button>
      )}
      {isUpcoming && (
        <Button
          variant="secondary"
          icon="calendar"
          onClick={() =>
            attempt(
              () => fetchAndSave(endpoints.sessionCalendar(booking.id), 'coaching.ics'),
              t(messages.calendarSavedToast),
            )
          }
        >
          {t(messages.addToCalendar)}
        </Button>
      )}
      {canMove && (
        <Button variant="secondary" onClick={openMove}>
          {t(messages.reschedule)}
        </Button>
      )}
      {isUpcoming && (
        <Button variant="ghost" onClick={() => setOpenDialog('cancel')}>
          {t(messages.cancelSession)}
        </Button>
      )}
      {isDisputable && !booking.disputeId && (
        <Button variant="ghost" onClick={onDispute}>
          {t(messages.somethingWasWrong)}
        </Button>
      )}
      <ConfirmDialog
        open={openDialog === 'cancel'}
        title={t(messages.cancelSessionTitle)}
        confirmLabel={t(messages.cancelSession)}
        tone="danger"
        onConfirm={() =>
          run(() => api().bookings[':id'].cancel.$post({ param }), t(messages.sessionCanceledToast)).then(() =>
            setOpenDialog(undefined),
          )
        }
        onCancel={() => setOpenDialog(undefined)}
      >
        {t(messages.fullRefundExplanation)}
      </ConfirmDialog>
      <Dialog
        open={slots !== undefined}
        onClose={() => setSlots(undefined)}
        title={t(messages.rescheduleTitle)}
        size="lg"
        footer={
          <Button disabled={!startsAt} onClick={move}>
            {t(messages.moveHere)}
          </Button>
        }
      >
        {slots && <SlotPicker slots={slots} value={startsAt} onChange={setStartsAt} />}
      </Dialog>
    </div>
  );
}

import { paths } from '../../../content/paths.ts';
import { phoneConcierge } from '../../../content/phone-concierge-content.ts';
import type { Db } from '../../../db/database.ts';
import { type Translatable, translate } from '../../../messages/lazy-text.ts';
import { mention } from '../../../messages/mentions.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Deps } from '../../../server/deps.ts';
import { toTimePreferences } from '../../../time/reader-times.ts';
import { formatSessionLine } from '../../matches/match-messages.wording.ts';
import { isDeniedByBan } from '../../moderation/access-policy.rules.ts';
import { listAdminIds } from '../../moderation/admins.queries.ts';
import type { BanScope } from '../../moderation/ban-reasons.schema.ts';
import { enqueueNotification, enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { assertStep } from '../../payments/orders/steps.commands.ts';
import { getMemberName, getTimePreferences } from '../../profiles/player-views.queries.ts';
import * as messages from '../bookings.messages.ts';
import { type CallRow, findOpenCall, lockCall, updateCall } from './phone-calls.queries.ts';
import { cancelCall, getCallEnd } from './phone-calls.rules.ts';
import type { CallStatus, CancelledFor } from './phone-calls.schema.ts';
import { CALL_CANCELLED_MESSAGES } from './phone-calls.wording.ts';

type Step = { status: CallStatus; cancelledFor?: CancelledFor; takenBy?: string | null };

const isOver = (status: CallStatus) => status !== 'booked' && status !== 'taken';
const toCallTimes = (row: CallRow) => ({
  start: row.startsAt.toISOString(),
  end: getCallEnd(row.startsAt).toISOString(),
});

/** Applies a step from the rules to a locked call and notifies the people involved. */
export async function applyCallStep(
  tx: Db,
  deps: Deps,
  row: CallRow,
  { notes, ...step }: Step & { notes?: string },
): Promise<void> {
  const closedAt = isOver(step.status) ? deps.now() : null;
  await updateCall(tx, row.id, { ...step, closedAt, ...(notes === undefined ? {} : { notes }) });
  if (step.status === 'missed')
    await notifyMember(tx, deps, row, { title: messages.callMissedTitle, line: messages.callMissed });
  if (!step.cancelledFor) return;
  const { member, desk } = CALL_CANCELLED_MESSAGES[step.cancelledFor];
  if (member) await notifyMember(tx, deps, row, { title: messages.callCanceledTitle, line: member });
  if (desk) await notifyCallDesk(tx, deps, row, { cause: 'off', title: messages.deskCallCanceledTitle, line: desk });
}

/** `line` may be the member's own text. */
type CallMessage = { title: Translatable; line: Translatable | string };

const toText = (t: Translator, text: Translatable | string) => (typeof text === 'string' ? text : translate(t, text));

/** Notifies the member in their own time zone. */
export async function notifyMember(
  tx: Db,
  deps: Deps,
  row: CallRow,
  message: CallMessage & { cause?: string },
): Promise<void> {
  const reader = (await getTimePreferences(tx, [row.userId])).get(row.userId) ?? toTimePreferences(phoneConcierge);
  await enqueueNotification(tx, deps, {
    userId: row.userId,
    write: (t) => ({
      kind: 'booking',
      title: translate(t, message.title),
      lines: [
        t(messages.callTimeLine, { time: formatSessionLine(t, toCallTimes(row), reader) }),
        toText(t, message.line),
      ],
      link: { label: t(messages.openCall), path: paths.phoneConcierge },
      dedupeKey: `call:${row.id}:${message.cause ?? 'end'}`,
    }),
  });
}

/** Notifies everyone at the desk, each in their own time zone. */
export async function notifyCallDesk(
  tx: Db,
  deps: Deps,
  row: CallRow,
  callMessage: CallMessage & { cause: string },
): Promise<void> {
  const ids = await listAdminIds(tx);
  const [readers, name] = await Promise.all([getTimePreferences(tx, ids), getMemberName(tx, row.userId)]);
  await enqueueNotifications(
    tx,
    deps,
    ids.map((userId) => ({
      userId,
      write: (t) => ({
        kind: 'booking',
        title: translate(t, callMessage.title),
        lines: [
          t(messages.deskCallLine, {
            name: mention(row.userId, name) ?? t(messages.unnamedPlayer),
            time: formatSessionLine(t, toCallTimes(row), readers.get(userId) ?? toTimePreferences(phoneConcierge)),
          }),
          toText(t, callMessage.line),
        ],
        link: { label: t(messages.openCallDesk), path: paths.callDesk },
        dedupeKey: `call:${row.id}:desk:${callMessage.cause}:${userId}`,
      }),
    })),
  );
}

/** Ends a user's open call, for example after a ban or an account deletion. */
export async function endOpenCall(tx: Db, deps: Deps, userId: string, cancelledFor: CancelledFor): Promise<void> {
  const openCall = await findOpenCall(tx, userId);
  const row = openCall && (await lockCall(tx, openCall.id));
  // The call may have ended while this transaction waited for the row lock.
  if (!row || isOver(row.status)) return;
  await applyCallStep(tx, deps, row, assertStep(cancelCall(row, cancelledFor, deps.now())));
}

/** Ends a banned user's open call. Runs in the ban's transaction. */
export async function onUserBannedInCalls(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (isDeniedByBan(scope, 'calls')) await endOpenCall(tx, deps, userId, 'banned');
}

/** Ends the open call of a user who requests account deletion. */
export async function onAccountDeletionScheduledInCalls(
  tx: Db,
  deps: Deps,
  { userId }: { userId: string },
): Promise<void> {
  await endOpenCall(tx, deps, userId, 'leaving');
}

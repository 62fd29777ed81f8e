import { paths } from '../../../content/paths.ts';
import { phoneConcierge } from '../../../content/phone-concierge-content.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { toReaderTimes } from '../../../time/reader-times.ts';
import { assertStep } from '../../deals/orders/steps.commands.ts';
import { sessionLine } from '../../matches/match-messages.wording.ts';
import { adminIds } from '../../moderation/admins.queries.ts';
import type { BanScope } from '../../moderation/ban-reasons.schema.ts';
import { shuts } from '../../moderation/standing.rules.ts';
import { enqueueNotification, enqueueNotifications } from '../../notifications/notifications.commands.ts';
import { nameOf, readersOf } from '../../profiles/player-views.queries.ts';
import { type CallRow, changeCall, lockCall, openCallOf } from './phone-calls.queries.ts';
import { callEnds, cancelCall } from './phone-calls.rules.ts';
import type { CallStatus, CancelledFor } from './phone-calls.schema.ts';
import { CALL_IS_OFF, MISSED } from './phone-calls.wording.ts';

type Step = { status: CallStatus; cancelledFor?: CancelledFor; takenBy?: string | null };

const isOver = (status: CallStatus) => status !== 'booked' && status !== 'taken';
const timesOf = (row: CallRow) => ({ start: row.startsAt.toISOString(), end: callEnds(row.startsAt).toISOString() });

/** Carries out a step of the rules on a call that is locked, and says so to whom it concerns. */
export async function applyCallStep(
  tx: Db,
  deps: Deps,
  row: CallRow,
  { notes, ...step }: Step & { notes?: string },
): Promise<void> {
  const closedAt = isOver(step.status) ? deps.now() : null;
  await changeCall(tx, row.id, { ...step, closedAt, ...(notes === undefined ? {} : { notes }) });
  if (step.status === 'missed') await tellMember(tx, deps, row, { title: 'You missed our call', line: MISSED });
  if (!step.cancelledFor) return;
  const { member, desk } = CALL_IS_OFF[step.cancelledFor];
  if (member) await tellMember(tx, deps, row, { title: 'Your call is off', line: member });
  if (desk) await tellDesk(tx, deps, row, { cause: 'off', title: 'A call is off', line: desk });
}

type Said = { title: string; line: string };

/** Tells whoever is to be called, by their own clock. */
export async function tellMember(tx: Db, deps: Deps, row: CallRow, said: Said & { cause?: string }): Promise<void> {
  const reader = (await readersOf(tx, [row.userId])).get(row.userId) ?? toReaderTimes(phoneConcierge);
  await enqueueNotification(tx, deps, {
    userId: row.userId,
    kind: 'booking',
    title: said.title,
    lines: [`Your call: ${sessionLine(timesOf(row), reader)}.`, said.line],
    link: { label: 'Open it', path: paths.phoneConcierge },
    dedupeKey: `call:${row.id}:${said.cause ?? 'end'}`,
  });
}

/** Tells everybody at the desk, each by their own clock. */
export async function tellDesk(tx: Db, deps: Deps, row: CallRow, said: Said & { cause: string }): Promise<void> {
  const ids = await adminIds(tx);
  const [readers, name] = await Promise.all([readersOf(tx, ids), nameOf(tx, row.userId)]);
  await enqueueNotifications(
    tx,
    deps,
    ids.map((userId) => ({
      userId,
      kind: 'booking' as const,
      title: said.title,
      lines: [
        `${name ?? 'Player'}, ${sessionLine(timesOf(row), readers.get(userId) ?? toReaderTimes(phoneConcierge))}.`,
        said.line,
      ],
      link: { label: 'Open the calls', path: paths.callDesk },
      dedupeKey: `call:${row.id}:desk:${said.cause}:${userId}`,
    })),
  );
}

/** The call that somebody waits for is off, whatever happened to their account. */
export async function endOpenCall(tx: Db, deps: Deps, userId: string, cancelledFor: CancelledFor): Promise<void> {
  const open = await openCallOf(tx, userId);
  const row = open && (await lockCall(tx, open.id));
  // It may have ended while this waited for its row.
  if (!row || isOver(row.status)) return;
  await applyCallStep(tx, deps, row, assertStep(cancelCall(row, cancelledFor, deps.now())));
}

/** Somebody is banned: nobody calls them. In the transaction of the ban. */
export async function endCallOfBanned(
  tx: Db,
  deps: Deps,
  { userId, scope }: { userId: string; scope: BanScope },
): Promise<void> {
  if (shuts(scope, 'calls')) await endOpenCall(tx, deps, userId, 'banned');
}

/** Somebody asks for the deletion of their account. */
export async function endCallOfLeaver(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  await endOpenCall(tx, deps, userId, 'leaving');
}

import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { subtractMs } from '../../time/instants.ts';
import { HOUR_MS } from '../../time/units.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { getFeePoints } from '../payments/orders/fees.rules.ts';
import { REGION_LABELS, translateValue } from '../profiles/game-labels.schema.ts';
import * as messages from './team-assembly.messages.ts';
import { claimAlert, insertSeat, type TeamRow } from './team-assembly.queries.ts';
import { PLAYER_PAY_CENTS, PROFILE_REGION } from './team-assembly.rules.ts';
import { notifyAboutTeam } from './team-lifecycle.commands.ts';

/** The minimum time between short-notice alerts to one player. */
const ALERT_INTERVAL_MS = 6 * HOUR_MS;

/**
 * Invites a player to a seat, whether the engine or the concierge chose them. Players who opted in to short notice also
 * get a text message. A unique index rejects seats that are taken.
 */
export async function inviteToSeat(
  tx: Db,
  deps: Deps,
  row: TeamRow,
  { seat, role, playerId }: { seat: number; role: string; playerId: string },
): Promise<void> {
  const now = deps.now();
  const fee = { feeCents: PLAYER_PAY_CENTS, feePoints: getFeePoints('assembly', playerId) };
  await insertSeat(tx, { teamBuildId: row.id, seat, playerId, role, ...fee, askedAt: now });
  const alert = await claimAlert(tx, playerId, subtractMs(now, ALERT_INTERVAL_MS), now);
  const describeSeat = (t: Translator) =>
    t(messages.needsYouText, {
      region: translateValue(t, REGION_LABELS, PROFILE_REGION[row.region]!),
      role,
      fee: formatDollars(t, PLAYER_PAY_CENTS),
    });
  await notifyAboutTeam(tx, deps, playerId, {
    cause: `ask:${row.id}`,
    write: (t) => ({
      title: t(messages.needsYouTitle),
      lines: [describeSeat(t), t(messages.answerSoon, { hours: refundTerms.assemblyFillHours })],
    }),
    path: paths.invitation(row.id),
  });
  if (alert?.phone) await sendTextAlert(tx, deps, playerId, { teamBuildId: row.id, describeSeat });
}

async function sendTextAlert(
  tx: Parameters<typeof notifyAboutTeam>[0],
  deps: Deps,
  userId: string,
  { teamBuildId, describeSeat }: { teamBuildId: string; describeSeat: (t: Translator) => string },
): Promise<void> {
  await enqueueNotification(tx, deps, {
    userId,
    write: (t) => ({
      kind: 'booking',
      title: t(messages.needsYouTitle),
      lines: [describeSeat(t)],
      link: { label: t(messages.answerLink), path: paths.invitation(teamBuildId) },
      channels: ['sms'],
      dedupeKey: `team:ask-sms:${teamBuildId}:${userId}`,
    }),
  });
}

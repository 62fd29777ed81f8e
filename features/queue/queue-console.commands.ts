import type { AdminActor, Deps } from '../../server/deps.ts';
import { subtractMs, toIso } from '../../time/instants.ts';
import { HOUR_MS } from '../../time/units.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import * as tickets from './queue.queries.ts';
import type { QueueConsole } from './queue.schema.ts';
import * as checks from './queue-checks.queries.ts';
import { getQueueNow } from './queue-clock.commands.ts';
import { listLeases } from './queue-leases.queries.ts';
import { emptyQueue } from './queue-stop.commands.ts';
import * as waits from './queue-waits.queries.ts';
import { estimateWait } from './wait-estimates.commands.ts';

/** Returns the admin console's view of the queue. */
export async function getQueueConsole(deps: Deps): Promise<QueueConsole> {
  const now = await getQueueNow(deps);
  const hour = subtractMs(now, HOUR_MS);
  const queuePause = await tickets.findQueuePause(deps.db);
  const counts = await tickets.countWaitingByRole(deps.db, now);
  const countByOutcome = new Map(
    (await waits.listWaitsEndedSince(deps.db, hour)).map(({ ended: countByOutcome, count }) => [countByOutcome, count]),
  );
  const recentChecks = await checks.listRecentChecks(deps.db, hour);
  const closedChecks = await checks.listClosedChecks(deps.db, hour);
  const leases = await listLeases(deps.db);
  const queuedCount = counts.reduce((sum, one) => sum + one.waiting, 0);
  return {
    now: toIso(now),
    stopped: queuePause && { since: toIso(queuePause.since), reason: queuePause.reason },
    waiting: await Promise.all(
      counts.map(async ({ role, region, kind, waiting: count, longest }) => ({
        role,
        region,
        kind,
        waiting: count,
        longest_seconds: longest,
        wait: await estimateWait(deps, kind, { positions: [role], crossplay: true, region }),
      })),
    ),
    checks: recentChecks.map(({ check, ready }) => ({
      id: check.id,
      kind: check.kind,
      state: check.state,
      opened_at: toIso(check.openedAt),
      deadline: toIso(check.dueAt),
      ready,
      why: check.why,
      squad_id: check.squadId,
    })),
    leaders: leases.map(({ pool, holder, epoch, until }) => ({
      regions: pool.replaceAll('+', ', '),
      node: holder.slice(0, 8),
      epoch,
      alive: until > now,
      until: toIso(until),
    })),
    hour: {
      joined: queuedCount + [...countByOutcome.values()].reduce((sum, count) => sum + count, 0),
      squads: closedChecks.filter(({ state }) => state === 'made').length,
      failed: closedChecks.filter(({ state }) => state === 'failed').length,
      gave_up: countByOutcome.get('gave_up') ?? 0,
    },
  };
}

/** Pauses the queue, which removes everyone without penalties, or resumes it. */
export async function setQueueSwitch(
  deps: Deps,
  admin: AdminActor,
  { stopped, reason }: { stopped: boolean; reason: string },
): Promise<void> {
  const now = await getQueueNow(deps);
  await deps.db.transaction(async (tx) => {
    await tickets.setQueuePause(tx, stopped ? { since: now, reason, byId: admin.userId } : null);
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: stopped ? 'stop_queue' : 'start_queue',
      targetType: 'queue',
      targetId: null,
      after: { reason },
    });
  });
  if (stopped) await emptyQueue(deps);
}

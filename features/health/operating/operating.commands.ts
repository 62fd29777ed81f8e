import { randomUUID } from 'node:crypto';
import { type AdminActor, type Deps, notifyPublicPagesChanged } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIsoOrNull } from '../../../time/instants.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import { findQueuePause } from '../../queue/queue.queries.ts';
import { setQueueSwitch } from '../../queue/queue-console.commands.ts';
import {
  findOperatingState,
  lockOperatingState,
  type OperatingRow,
  updateOperatingState,
} from './operating.queries.ts';
import { findFeatureOf, SWITCHES } from './operating.rules.ts';
import {
  type OperatingMode,
  type OperatingReport,
  PLAIN_FEATURES,
  type PlainFeature,
  type SwitchableFeature,
} from './operating.schema.ts';

/** `pass` is the secret of the cookie with which admins see pages in maintenance. */
export type OperatingState = { mode: OperatingMode; off: PlainFeature[]; pass: string };

const OPEN: OperatingState = { mode: 'open', off: [], pass: '' };
const TOPIC = 'operating';
/** How long a node relies on its copy. Changes arrive as messages, but messages can get lost. */
const FRESH_MS = 5_000;

type NodeCopy = { state: OperatingState; readAt: number; reading: Promise<void> | undefined };
const copies = new WeakMap<Deps, NodeCopy>();

const toState = ({ mode, pass, switchedOff }: OperatingRow): OperatingState => ({
  mode,
  pass,
  off: PLAIN_FEATURES.filter((feature) => switchedOff.includes(feature)),
});

function getCopy(deps: Deps): NodeCopy {
  const known = copies.get(deps);
  if (known) return known;
  const copy: NodeCopy = { state: OPEN, readAt: Number.NEGATIVE_INFINITY, reading: undefined };
  copies.set(deps, copy);
  deps.bus.subscribe(TOPIC, (state) => {
    copy.state = state as OperatingState;
    copy.readAt = performance.now();
  });
  deps.bus.onGap(() => {
    copy.readAt = Number.NEGATIVE_INFINITY;
  });
  return copy;
}

/** Reads the state again. While the database is unavailable, the node keeps its last copy. */
async function refresh(deps: Deps, copy: NodeCopy): Promise<void> {
  const startedAt = performance.now();
  const row = await findOperatingState(deps.db).catch(() => undefined);
  const isOvertaken = copy.readAt > startedAt;
  copy.reading = undefined;
  if (isOvertaken) return;
  const isFirst = copy.readAt === Number.NEGATIVE_INFINITY;
  copy.readAt = performance.now();
  if (!row) return;
  const state = toState(row);
  const isChanged = JSON.stringify(state) !== JSON.stringify(copy.state);
  copy.state = state;
  if (isChanged && !isFirst) await notifyPublicPagesChanged(deps, {});
}

/** Returns this node's copy of the state immediately, and refreshes an old copy in the background. */
export function peekOperatingState(deps: Deps): OperatingState {
  const copy = getCopy(deps);
  if (performance.now() - copy.readAt > FRESH_MS) copy.reading ??= refresh(deps, copy);
  return copy.state;
}

/** Returns the state. Only the first call of a node waits for the database. */
export async function readOperatingState(deps: Deps): Promise<OperatingState> {
  const state = peekOperatingState(deps);
  const copy = getCopy(deps);
  if (copy.readAt !== Number.NEGATIVE_INFINITY || !copy.reading) return state;
  await copy.reading;
  return copy.state;
}

/** @throws Refusal unavailable when the operation belongs to a feature that's switched off */
export async function requireSwitchedOn(deps: Deps, operation: string): Promise<void> {
  const feature = findFeatureOf(operation);
  if (!feature || !(await readOperatingState(deps)).off.includes(feature)) return;
  throw new Refusal('unavailable', SWITCHES[feature].refusal);
}

/** Publishes the state to all nodes, then refreshes their pages. */
async function publishState(deps: Deps, row: OperatingRow): Promise<void> {
  await deps.bus.publish(TOPIC, toState(row));
  await notifyPublicPagesChanged(deps, {});
}

/** Sets the mode of all nodes. */
export async function setOperatingMode(deps: Deps, admin: AdminActor, mode: OperatingMode): Promise<void> {
  const row = await deps.db.transaction(async (tx) => {
    const before = await lockOperatingState(tx);
    const modeSince = mode === 'open' ? null : deps.now();
    const state = await updateOperatingState(tx, { mode, modeSince, pass: randomUUID() });
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'set_mode',
      targetType: 'installation',
      targetId: null,
      before: { mode: before.mode },
      after: { mode },
    });
    return state;
  });
  await publishState(deps, row);
}

/** Switches a feature off or on for all nodes. @param change.reason shown to waiting players, for the queue only */
export async function switchFeature(
  deps: Deps,
  admin: AdminActor,
  { feature, off, reason = '' }: { feature: SwitchableFeature; off: boolean; reason?: string | undefined },
): Promise<void> {
  if (feature === 'queue') return setQueueSwitch(deps, admin, { stopped: off, reason });
  const row = await deps.db.transaction(async (tx) => {
    const { switchedOff } = await lockOperatingState(tx);
    const others = switchedOff.filter((name) => name !== feature);
    const state = await updateOperatingState(tx, { switchedOff: off ? [...others, feature] : others });
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: off ? 'switch_off' : 'switch_on',
      targetType: 'feature',
      targetId: feature,
    });
    return state;
  });
  await publishState(deps, row);
}

/** Returns the mode and all switches, as stored. */
export async function readOperatingReport(deps: Deps): Promise<OperatingReport> {
  const [row, queuePause] = await Promise.all([findOperatingState(deps.db), findQueuePause(deps.db)]);
  const { mode, off } = toState(row);
  return {
    mode,
    since: toIsoOrNull(row.modeSince),
    switches: [
      { feature: 'queue', off: queuePause !== null },
      ...PLAIN_FEATURES.map((feature) => ({ feature, off: off.includes(feature) })),
    ],
  };
}

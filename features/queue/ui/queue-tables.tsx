import { Badge } from '../../../web/ui/badge.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import type { QueueConsole } from '../queue.schema.ts';
import { SEATS } from '../ready-check.rules.ts';
import { formatCountdown, getSecondsLeft } from './queue-clock.ts';

type Props = { console: QueueConsole };

const KINDS = { now: 'Now', tonight: 'Tonight' } as const;
const formatSpan = (seconds: number) => formatCountdown(seconds * 1_000);

/** Waiting players by role, region and kind, with the longest current wait and the usual one. */
export function WaitingTable({ console }: Props) {
  return (
    <DataTable
      caption="Waiting now"
      rows={console.waiting}
      rowKey={({ role, region, kind }) => `${role} ${region} ${kind}`}
      empty="No one is waiting."
      columns={[
        { key: 'who', header: 'Role and region', primary: true, cell: ({ role, region }) => `${role} · ${region}` },
        { key: 'kind', header: 'For', cell: ({ kind }) => KINDS[kind] },
        { key: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => waiting.toLocaleString('en') },
        { key: 'longest', header: 'Longest', align: 'end', cell: ({ longest_seconds }) => formatSpan(longest_seconds) },
        { key: 'usual', header: 'Usually', align: 'end', cell: ({ wait }) => formatUsual(wait) },
      ]}
    />
  );
}

function formatUsual({ low_seconds, high_seconds, seen }: QueueConsole['waiting'][number]['wait']): string {
  if (low_seconds === null || high_seconds === null) return `unknown (${seen} seen)`;
  return `${formatSpan(low_seconds)} to ${formatSpan(high_seconds)}`;
}

const STATES = {
  open: ['cyan', 'Open'],
  made: ['green', 'Squad'],
  failed: ['red', 'Failed'],
} as const satisfies Record<string, readonly [Tone, string]>;

/** The last hour's checks and their results. */
export function ChecksTable({ console }: Props) {
  const now = Date.parse(console.now);
  return (
    <DataTable
      caption="Ready checks in the last hour"
      rows={console.checks}
      rowKey={({ id }) => id}
      empty="No ready checks in the last hour."
      columns={[
        { key: 'opened', header: 'Asked', primary: true, cell: ({ opened_at }) => <Moment at={opened_at} /> },
        { key: 'kind', header: 'For', cell: ({ kind }) => KINDS[kind] },
        {
          key: 'ready',
          header: 'Ready',
          align: 'end',
          // Players who accepted a failed check are waiting again, so there's no number of ready players to show.
          cell: ({ state, ready }) => (state === 'failed' ? '–' : `${ready} of ${SEATS}`),
        },
        {
          key: 'state',
          header: 'State',
          cell: ({ state }) => <Badge tone={STATES[state][0]}>{STATES[state][1]}</Badge>,
        },
        {
          key: 'what',
          header: 'Result',
          cell: ({ state, why, squad_id, deadline }) => {
            // No link, because the squad's room is only open to its members.
            if (squad_id) return 'Squad created';
            if (state === 'open') return `${getSecondsLeft(deadline, now)} s left`;
            return <span className="wrap-anywhere">{why ?? '–'}</span>;
          },
        },
      ]}
    />
  );
}

/** The nodes that run matching rounds, and whether their leases are still valid. */
export function LeadersTable({ console }: Props) {
  const now = Date.parse(console.now);
  return (
    <DataTable
      caption="Nodes running matching rounds"
      rows={console.leaders}
      rowKey={({ regions }) => regions}
      empty="No node has run a matching round yet."
      columns={[
        { key: 'regions', header: 'Regions', primary: true, cell: ({ regions }) => regions },
        { key: 'node', header: 'Node', cell: ({ node }) => <code className="text-sm wrap-anywhere">{node}</code> },
        { key: 'epoch', header: 'Epoch', align: 'end', cell: ({ epoch }) => epoch },
        {
          key: 'lease',
          header: 'Lease',
          cell: ({ alive, until }) =>
            alive ? (
              <Badge tone="green">Held for {getSecondsLeft(until, now)} s</Badge>
            ) : (
              <Badge tone="red">
                Expired <Moment at={until} />
              </Badge>
            ),
        },
      ]}
    />
  );
}

import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { formatCountdown } from '../../../time/countdown.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import * as messages from '../queue.messages.ts';
import type { QueueConsole, QueueKind } from '../queue.schema.ts';
import { SEAT_COUNT } from '../ready-check.rules.ts';
import { getSecondsLeft } from './queue-clock.ts';

type Props = { console: QueueConsole };

const KINDS: Record<QueueKind, Message> = { now: messages.kindNow, tonight: messages.kindTonight };
const formatSpan = (seconds: number) => formatCountdown(seconds * 1_000);

/** Waiting players by role, region and kind, with the longest current wait and the usual one. */
export function WaitingTable({ console }: Props) {
  const t = useTranslator();
  return (
    <DataTable
      caption={t(messages.waitingTable)}
      rows={console.waiting}
      rowKey={({ role, region, kind }) => `${role} ${region} ${kind}`}
      empty={t(messages.noOneWaiting)}
      columns={[
        {
          key: 'who',
          header: t(messages.roleAndRegionColumn),
          primary: true,
          cell: ({ role, region }) => `${role} · ${region}`,
        },
        { key: 'kind', header: t(messages.kindColumn), cell: ({ kind }) => t(KINDS[kind]) },
        {
          key: 'waiting',
          header: t(messages.waitingColumn),
          align: 'end',
          cell: ({ waiting }) => waiting.toLocaleString(t.locale),
        },
        {
          key: 'longest',
          header: t(messages.longestWaitColumn),
          align: 'end',
          cell: ({ longest_seconds }) => formatSpan(longest_seconds),
        },
        {
          key: 'usual',
          header: t(messages.usualWaitColumn),
          align: 'end',
          cell: ({ wait }) => formatUsualWait(t, wait),
        },
      ]}
    />
  );
}

function formatUsualWait(
  t: Translator,
  { low_seconds, high_seconds, seen }: QueueConsole['waiting'][number]['wait'],
): string {
  if (low_seconds === null || high_seconds === null) return t(messages.usualWaitUnknown, { seen });
  return t(messages.usualWait, { low: formatSpan(low_seconds), high: formatSpan(high_seconds) });
}

const STATES = {
  open: ['cyan', messages.checkOpen],
  made: ['green', messages.checkMade],
  failed: ['red', messages.checkFailed],
} as const satisfies Record<string, readonly [Tone, Message]>;

/** The last hour's checks and their results. */
export function ChecksTable({ console }: Props) {
  const t = useTranslator();
  const now = Date.parse(console.now);
  return (
    <DataTable
      caption={t(messages.checksTable)}
      rows={console.checks}
      rowKey={({ id }) => id}
      empty={t(messages.noChecks)}
      columns={[
        {
          key: 'opened',
          header: t(messages.askedColumn),
          primary: true,
          cell: ({ opened_at }) => <Moment at={opened_at} />,
        },
        { key: 'kind', header: t(messages.kindColumn), cell: ({ kind }) => t(KINDS[kind]) },
        {
          key: 'ready',
          header: t(messages.readyColumn),
          align: 'end',
          // Players who accepted a failed check are waiting again, so there's no number of ready players to show.
          cell: ({ state, ready }) =>
            state === 'failed' ? '–' : t(messages.readyOfSeats, { ready, seats: SEAT_COUNT }),
        },
        {
          key: 'state',
          header: t(messages.stateColumn),
          cell: ({ state }) => <Badge tone={STATES[state][0]}>{t(STATES[state][1])}</Badge>,
        },
        {
          key: 'what',
          header: t(messages.resultColumn),
          cell: ({ state, why, squad_id, deadline }) => {
            // No link, because the squad's room is only open to its members.
            if (squad_id) return t(messages.squadCreated);
            if (state === 'open') return t(messages.secondsLeft, { seconds: getSecondsLeft(deadline, now) });
            return <span className="wrap-anywhere">{why ?? '–'}</span>;
          },
        },
      ]}
    />
  );
}

/** The nodes that run matching rounds, and whether their leases are still valid. */
export function LeadersTable({ console }: Props) {
  const t = useTranslator();
  const now = Date.parse(console.now);
  return (
    <DataTable
      caption={t(messages.nodesTable)}
      rows={console.leaders}
      rowKey={({ regions }) => regions}
      empty={t(messages.noNodes)}
      columns={[
        { key: 'regions', header: t(messages.regionsColumn), primary: true, cell: ({ regions }) => regions },
        {
          key: 'node',
          header: t(messages.nodeColumn),
          cell: ({ node }) => <code className="text-sm wrap-anywhere">{node}</code>,
        },
        { key: 'epoch', header: t(messages.epochColumn), align: 'end', cell: ({ epoch }) => epoch },
        {
          key: 'lease',
          header: t(messages.leaseColumn),
          cell: ({ alive, until }) =>
            alive ? (
              <Badge tone="green">{t(messages.leaseHeld, { seconds: getSecondsLeft(until, now) })}</Badge>
            ) : (
              <Badge tone="red">
                <RichMessage message={messages.leaseExpired} values={{ time: () => <Moment at={until} /> }} />
              </Badge>
            ),
        },
      ]}
    />
  );
}

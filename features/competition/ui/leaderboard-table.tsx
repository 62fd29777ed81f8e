import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatNumber } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { REGION_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../competition.messages.ts';
import type { Leaderboard } from '../ratings/ratings.schema.ts';
import { formatRecord } from './format-record.ts';
import { TierBadge } from './tier-badge.tsx';

/** A page of a season's table. */
export function LeaderboardTable({ caption, rows }: { caption: string; rows: Leaderboard['rows'] }) {
  const t = useTranslator();
  return (
    <DataTable
      caption={caption}
      captionHidden
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'player',
          header: t(messages.columnPlayer),
          primary: true,
          cell: (row) => (
            <span className="flex min-w-0 items-center gap-3">
              <span className="min-w-8 text-end font-bold tabular-nums">{formatNumber(t, row.rank)}</span>
              <Avatar name={row.display_name} src={row.avatar_path} size={36} decorative />
              <span className="min-w-0">
                <Link to={paths.profile(row.id)} className="font-semibold wrap-anywhere">
                  {row.display_name}
                </Link>
                <span className="block text-sm font-normal text-muted">
                  {[row.role, row.region && translateValue(t, REGION_LABELS, row.region)].filter(Boolean).join(' · ')}
                </span>
              </span>
            </span>
          ),
        },
        {
          key: 'tier',
          header: t(messages.columnTier),
          cell: ({ tier, division }) => tier && <TierBadge tier={tier} division={division} />,
        },
        {
          key: 'number',
          header: t(messages.columnNumber),
          align: 'end',
          cell: ({ number }) => <span className="tabular-nums">{formatNumber(t, number)}</span>,
        },
        {
          key: 'record',
          header: t(messages.columnRecord),
          align: 'end',
          cell: ({ record }) => <span className="tabular-nums">{formatRecord(t, record)}</span>,
        },
      ]}
    />
  );
}

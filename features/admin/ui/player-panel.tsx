import { paths } from '../../../content/paths.ts';
import { english } from '../../../messages/lazy-text.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { BAN_SCOPE_LABELS, formatFlagReason } from '../../moderation/ban-reasons.schema.ts';
import type { PlayerFile } from '../admin.schema.ts';
import { runAction, toBanSubject } from './admin-action.ts';
import { BanForm } from './ban-form.tsx';
import { WhenLoaded } from './loading.tsx';
import { PlayerSecurityEvents } from './player-security-events.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';
import { useConsoleNews } from './use-console-news.ts';

/** Shows a player's record to moderators. */
export function PlayerPanel({ id, onChange }: { id: string; onChange: () => void }) {
  const playerQuery = useAdminQuery(() => browserApi().api.admin.players[':id'].$get({ param: { id } }));
  useConsoleNews(playerQuery.refresh);
  const handleChange = () => {
    playerQuery.reload();
    onChange();
  };
  return (
    <WhenLoaded loaded={playerQuery} label="Loading the player">
      {(player) => (
        <div className="stack-lg">
          <Panel as="section" className="stack" aria-labelledby="player">
            <div className="flex flex-wrap items-center justify-between gap-4">
              <h2 id="player" className="text-lg wrap-anywhere">
                {player.display_name ?? 'No name yet'}
              </h2>
              {player.published && (
                <ButtonLink to={paths.profile(player.id)} variant="ghost" size="sm" icon="external">
                  Profile
                </ButtonLink>
              )}
            </div>
            <KeyValueList
              columns={2}
              items={[
                { label: 'Email', value: player.email ?? '–' },
                { label: 'Phone', value: player.phone ?? '–' },
                { label: 'Login', value: player.twitch_login ?? '–' },
                {
                  label: 'Plays',
                  value: [player.role, player.platform, player.region].filter(Boolean).join(' · ') || '–',
                },
                { label: 'Since', value: formatTime(player.created_at) },
                { label: 'Listings', value: player.listings },
                {
                  label: 'As a reporter',
                  value: `${player.reports_upheld} upheld, ${player.reports_dismissed} dismissed`,
                },
                { label: 'Role', value: player.is_admin ? 'Admin' : 'Player' },
                { label: 'Reliability', value: formatReliability(player.reliability) },
              ]}
            />
          </Panel>
          <Bans player={player as PlayerFile} onChange={handleChange} />
          {!player.is_admin && (
            <BanForm userId={player.id} name={player.display_name ?? 'this player'} onBanned={handleChange} />
          )}
          <PlayerSecurityEvents id={player.id} />
          <Flags player={player as PlayerFile} />
        </div>
      )}
    </WhenLoaded>
  );
}

function formatReliability({ score, counted, missed, unreliable_until: until }: PlayerFile['reliability']): string {
  if (score === null) return 'No data yet';
  const evidence = `${score} of 100, missed ${missed} of ${counted}`;
  return until ? `${evidence}; below the limit until ${formatTime(until)} at the latest` : evidence;
}

function Bans({ player, onChange }: { player: PlayerFile; onChange: () => void }) {
  return (
    <DataTable
      caption="Bans"
      rows={player.bans}
      rowKey={(ban) => ban.id}
      empty="Never banned."
      columns={[
        { key: 'from', header: 'From', primary: true, cell: (ban) => english(BAN_SCOPE_LABELS[ban.scope]) },
        { key: 'reason', header: 'Reason', cell: (ban) => ban.reason },
        { key: 'since', header: 'Since', cell: (ban) => formatTime(ban.created_at) },
        { key: 'until', header: 'Until', cell: (ban) => (ban.expires_at ? formatTime(ban.expires_at) : 'No end date') },
        {
          key: 'state',
          header: 'State',
          cell: (ban) =>
            ban.active ? (
              <Button
                size="sm"
                variant="secondary"
                onClick={() =>
                  runAction({ action: 'lift_ban', banId: ban.id }, onChange, { ends: [toBanSubject(player.id)] })
                }
              >
                Lift
              </Button>
            ) : (
              <Badge>{ban.lifted_at ? 'Lifted' : 'Over'}</Badge>
            ),
        },
      ]}
    />
  );
}

function Flags({ player }: { player: PlayerFile }) {
  return (
    <DataTable
      caption="Reports about this player, their listings and messages"
      rows={player.flags}
      rowKey={(flag) => flag.id}
      empty="Never flagged."
      columns={[
        { key: 'title', header: 'About', primary: true, cell: (flag) => flag.title },
        { key: 'reason', header: 'Reason', cell: (flag) => formatFlagReason(english, flag.reason) },
        { key: 'status', header: 'Status', cell: (flag) => <Badge>{flag.status}</Badge> },
        { key: 'date', header: 'Date', cell: (flag) => formatTime(flag.created_at) },
      ]}
    />
  );
}

import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { DataTable } from '../../../web/ui/data-table.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../competition.messages.ts';
import type { Game } from '../games/games.schema.ts';
import { findResultInForce, nameSide } from './game-labels.ts';

type Player = Game['results'][number]['players'][number];

const hasBoxScore = ({ box }: Player): boolean => Object.values(box).some((value) => value !== null);

/** Who played on each side, with their box scores if there are any. */
export function GameLineups({ game }: { game: Game }) {
  const result = findResultInForce(game);
  if (!result) return null;
  // A box score needs the whole width.
  const columns = result.players.some(hasBoxScore) ? '' : 'lg:grid-cols-2';
  return (
    <div className={`grid items-start gap-8 ${columns}`}>
      {game.sides.map(({ side }) => (
        <SideLineup
          key={side}
          game={game}
          number={side}
          players={result.players.filter((player) => player.side === side)}
          guests={side === 1 ? result.guests_1 : result.guests_2}
        />
      ))}
    </div>
  );
}

type SideProps = { game: Game; number: 1 | 2; players: Player[]; guests: number };

function SideLineup({ game, number, players, guests }: SideProps) {
  const t = useTranslator();
  const name = nameSide(t, game, number);
  const hasBox = players.some(hasBoxScore);
  return (
    <Panel as="section" className="stack min-w-0" aria-labelledby={`side-${number}`}>
      <h2 id={`side-${number}`} className="text-lg wrap-anywhere">
        {name}
      </h2>
      {players.length === 0 && <p className="text-muted">{t(messages.lineupUnknown)}</p>}
      {hasBox ? (
        <BoxScoreTable caption={name} players={players} />
      ) : (
        <ul className="grid gap-3" aria-labelledby={`side-${number}`}>
          {players.map((player, index) => (
            <li key={player.id ?? index} className="flex items-center gap-3">
              <Avatar name={player.display_name} src={player.avatar_path} size={32} decorative />
              <PlayerName player={player} />
            </li>
          ))}
        </ul>
      )}
      {guests > 0 && <p className="text-muted text-sm">{t(messages.guestPlayers, { count: guests })}</p>}
    </Panel>
  );
}

function PlayerName({ player }: { player: Player }) {
  const t = useTranslator();
  if (player.is_you || player.id === null)
    return <span className="min-w-0 wrap-anywhere">{player.is_you ? t(messages.you) : player.display_name}</span>;
  return (
    <Link to={paths.profile(player.id)} className="min-w-0 wrap-anywhere">
      {player.display_name}
    </Link>
  );
}

function BoxScoreTable({ caption, players }: { caption: string; players: Player[] }) {
  const t = useTranslator();
  const column = (key: string, header: string, cell: (player: Player) => string) => ({
    key,
    header,
    cell,
    align: 'end' as const,
  });
  return (
    <DataTable
      caption={caption}
      captionHidden
      rows={players}
      rowKey={({ id, display_name }) => id ?? display_name}
      columns={[
        {
          key: 'player',
          header: t(messages.playerColumn),
          primary: true,
          cell: (player) => <PlayerName player={player} />,
        },
        column('points', t(messages.shortPoints), ({ box }) => formatStat(t, box.points)),
        column('rebounds', t(messages.shortRebounds), ({ box }) => formatStat(t, box.rebounds)),
        column('assists', t(messages.shortAssists), ({ box }) => formatStat(t, box.assists)),
        column('steals', t(messages.shortSteals), ({ box }) => formatStat(t, box.steals)),
        column('blocks', t(messages.shortBlocks), ({ box }) => formatStat(t, box.blocks)),
        column('turnovers', t(messages.shortTurnovers), ({ box }) => formatStat(t, box.turnovers)),
        column('goals', t(messages.shortGoals), ({ box }) => formatShots(t, box.fg_made, box.fg_attempted)),
        column('threes', t(messages.shortThrees), ({ box }) => formatShots(t, box.threes_made, box.threes_attempted)),
      ]}
    />
  );
}

const formatStat = (t: Translator, value: number | null): string =>
  value === null ? t(messages.statUnknown) : t(messages.statValue, { value });

const formatShots = (t: Translator, made: number | null, attempted: number | null): string =>
  made === null && attempted === null
    ? t(messages.statUnknown)
    : t(messages.shotValues, { made: formatStat(t, made), attempted: formatStat(t, attempted) });

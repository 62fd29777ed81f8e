import { useOutletContext } from 'react-router';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { GameHistory, type HistoryRequest } from '../ui/game-history.tsx';

/** A player's confirmed games, for signed-in viewers. The parent route passes the user id. */
export default function PlayerGames() {
  const id = useOutletContext<string>();
  const { user } = useAuth();
  if (!user) return null;
  const read = (query: HistoryRequest) => unwrap(browserApi().api.players[':id'].games.$get({ param: { id }, query }));
  return <GameHistory key={id} about={`player ${id}`} read={read} hideEmpty />;
}

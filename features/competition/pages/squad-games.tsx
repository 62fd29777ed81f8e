import { useOutletContext } from 'react-router';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { GameHistory, type HistoryRequest } from '../ui/game-history.tsx';

/** A squad's confirmed games. The parent route passes the squad's id. */
export default function SquadGames() {
  const id = useOutletContext<string>();
  const read = (query: HistoryRequest) => unwrap(browserApi().api.squads[':id'].games.$get({ param: { id }, query }));
  return <GameHistory key={id} about={`squad ${id}`} read={read} hideEmpty />;
}

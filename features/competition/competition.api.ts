import { createApi } from '../../server/http.ts';
import { gameHistoryApi } from './games/game-history.api.ts';
import { gamesApi } from './games/games.api.ts';

export const competitionApi = createApi().route('/', gamesApi).route('/', gameHistoryApi);

import { createApi } from '../../server/http.ts';
import { gamesApi } from './games/games.api.ts';

export const competitionApi = createApi().route('/', gamesApi);

import { createApi } from '../../server/http.ts';
import { gamesApi } from './games/games.api.ts';
import { ratingsApi } from './ratings/ratings.api.ts';

export const competitionApi = createApi().route('/', gamesApi).route('/', ratingsApi);

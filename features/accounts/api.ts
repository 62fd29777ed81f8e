import { createApi } from '../../server/http.ts';
import { eventsApi } from './events/api.ts';
import { keysApi } from './keys/api.ts';
import { oauthApi } from './oauth/api.ts';
import { personApi } from './person/api.ts';
import { sessionsApi } from './sessions/api.ts';
import { settingsApi } from './settings/api.ts';
import { signInApi } from './sign-in/api.ts';

export const accountsApi = createApi()
  .route('/', keysApi)
  .route('/', settingsApi)
  .route('/', signInApi)
  .route('/', personApi)
  .route('/', sessionsApi)
  .route('/', oauthApi)
  .route('/', eventsApi);

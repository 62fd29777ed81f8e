import { createApi } from '../../server/http.ts';
import { adminApi } from './admin/api.ts';
import { eventsApi } from './events/api.ts';
import { factorsApi } from './factors/api.ts';
import { identitiesApi } from './identities/api.ts';
import { keysApi } from './keys/api.ts';
import { oauthApi } from './oauth/api.ts';
import { passkeysApi } from './passkeys/api.ts';
import { personApi } from './person/api.ts';
import { programsApi } from './programs/api.ts';
import { authorizationsApi } from './programs/authorizations/api.ts';
import { securityApi } from './security/api.ts';
import { sessionsApi } from './sessions/api.ts';
import { settingsApi } from './settings/api.ts';
import { signInApi } from './sign-in/api.ts';
import { ssoApi } from './sso/api.ts';

export const accountsApi = createApi()
  .route('/', keysApi)
  .route('/', settingsApi)
  .route('/', signInApi)
  .route('/', personApi)
  .route('/', sessionsApi)
  .route('/', oauthApi)
  .route('/', ssoApi)
  .route('/', identitiesApi)
  .route('/', factorsApi)
  .route('/', passkeysApi)
  .route('/', adminApi)
  .route('/', programsApi)
  .route('/', authorizationsApi)
  .route('/', securityApi)
  .route('/', eventsApi);

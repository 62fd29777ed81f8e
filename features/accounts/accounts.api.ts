import { createApi } from '../../server/http.ts';
import { adminApi } from './account-admin/account-admin.api.ts';
import { securityApi } from './account-security.api.ts';
import { settingsApi } from './auth-settings.api.ts';
import { factorsApi } from './factors/factors.api.ts';
import { guardFollowedLinks } from './followed-links.api.ts';
import { identitiesApi } from './identities.api.ts';
import { oauthApi } from './oauth/oauth.api.ts';
import { authorizationsApi } from './oauth-clients/oauth-client-authorizations.api.ts';
import { oauthClientsApi } from './oauth-clients/oauth-clients.api.ts';
import { ownDataApi } from './own-data/own-data.api.ts';
import { passkeysApi } from './passkeys/passkeys.api.ts';
import { personApi } from './person/person.api.ts';
import { eventsApi } from './security-events/security-events.api.ts';
import { sessionsApi } from './sessions/sessions.api.ts';
import { signInApi } from './sign-in/sign-in.api.ts';
import { keysApi } from './signing-keys.api.ts';
import { ssoApi } from './sso.api.ts';
import { termsApi } from './terms.api.ts';

const api = createApi();
guardFollowedLinks(api);

export const accountsApi = api
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
  .route('/', oauthClientsApi)
  .route('/', authorizationsApi)
  .route('/', securityApi)
  .route('/', ownDataApi)
  .route('/', termsApi)
  .route('/', eventsApi);

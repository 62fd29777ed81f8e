import { bodyLimit } from 'hono/body-limit';
import { accountsApi } from '../features/accounts/accounts.api.ts';
import { redirectErrorsToPage } from '../features/accounts/followed-links.api.ts';
import { adminApi } from '../features/admin/admin.api.ts';
import { assetsApi } from '../features/assets/assets.api.ts';
import { isFileUpload } from '../features/assets/assets.rules.ts';
import { uploadLimit } from '../features/assets/storage-protocol.api.ts';
import { bookingsApi } from '../features/bookings/bookings.api.ts';
import { competitionApi } from '../features/competition/competition.api.ts';
import { healthApi } from '../features/health/health.api.ts';
import { lfgApi } from '../features/lfg/lfg.api.ts';
import { liveApi } from '../features/live/live.api.ts';
import { matchesApi } from '../features/matches/matches.api.ts';
import { moderationApi } from '../features/moderation/moderation.api.ts';
import { notificationsApi } from '../features/notifications/notifications.api.ts';
import { dealsApi } from '../features/payments/payments.api.ts';
import { profilesApi } from '../features/profiles/profiles.api.ts';
import { queueApi } from '../features/queue/queue.api.ts';
import { siteApi } from '../features/site/site.api.ts';
import { squadsApi } from '../features/squads/squads.api.ts';
import { supportApi } from '../features/support/support.api.ts';
import { teamsApi } from '../features/team-assembly/team-assembly.api.ts';
import { threadsApi } from '../features/threads/threads.api.ts';
import { tokensApi } from '../features/tokens/tokens.api.ts';
import { tournamentApi } from '../features/tournament/tournament.api.ts';
import type { Deps } from './deps.ts';
import { asRouter, createApi, createRouter, type OperationsOf } from './http.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { onError, onNotFound } from './middleware/errors.ts';
import { identify } from './middleware/identify.ts';
import { noStore } from './middleware/no-store.ts';
import { enforceOperatingMode } from './middleware/operating.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { rejectInvalidText } from './middleware/reject-invalid-text.ts';
import { rejectNulInUrl } from './middleware/reject-nul-in-url.ts';
import { createRequestContext } from './middleware/request-context.ts';
import { retryAfter } from './middleware/retry-after.ts';
import { registerOpenApi } from './openapi.ts';
import { Refusal } from './refusal.ts';
import * as messages from './server.messages.ts';

const BODY_LIMIT = 1024 * 1024;

/** All API routes, one line per feature. */
const routes = createApi()
  .route('/', healthApi)
  .route('/', siteApi)
  .route('/', tournamentApi)
  .route('/', assetsApi)
  .route('/', accountsApi)
  .route('/', liveApi)
  .route('/', profilesApi)
  .route('/', matchesApi)
  .route('/', threadsApi)
  .route('/', squadsApi)
  .route('/', queueApi)
  .route('/', notificationsApi)
  .route('/', lfgApi)
  .route('/', moderationApi)
  .route('/', adminApi)
  .route('/', dealsApi)
  .route('/', bookingsApi)
  .route('/', competitionApi)
  .route('/', supportApi)
  .route('/', teamsApi)
  .route('/', tokensApi);

/** All operations by path and method: the contract that types the browser's client. */
export interface ApiOperations extends OperationsOf<typeof routes> {}

const METHODS_WITHOUT_BODY = ['GET', 'HEAD'];

/**
 * Returns whether a request with this method and path may have a body to check. It doesn't look at the request's
 * `body`, because the adapter would then create a second request that stays in memory until the response ends.
 */
const hasBody = ({ method, path }: { method: string; path: string }) =>
  !METHODS_WITHOUT_BODY.includes(method) && !isFileUpload(method, path);

/** Creates the whole API. Server rendering, browsers, bots and tests all use it. */
export function createApp(deps: Deps) {
  const app = createRouter();
  app.onError(onError);
  app.notFound(onNotFound);
  app.use(createRequestContext(deps));
  app.use(crossOrigin(deps));
  app.use(noStore);
  app.use(redirectErrorsToPage);
  app.use(retryAfter);
  const { ofAddress, ofAccount } = rateLimit();
  app.use(ofAddress);
  app.use(rejectNulInUrl);
  const limit = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: () => {
      throw new Refusal('invalid', messages.requestTooLarge);
    },
  });
  // File uploads skip both checks, because a file may be larger and contain any bytes.
  app.use((c, next) => (hasBody(c.req) ? limit(c, next) : next()));
  app.use((c, next) => (hasBody(c.req) ? rejectInvalidText(c, next) : next()));
  app.use(identify);
  app.use(enforceOperatingMode);
  app.use(ofAccount);
  app.use((c, next) => (isFileUpload(c.req.method, c.req.path) ? uploadLimit(c, next) : next()));
  app.route('/', asRouter(routes));
  registerOpenApi(app, deps);
  return app;
}

export type App = ReturnType<typeof createApp>;

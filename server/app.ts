import { bodyLimit } from 'hono/body-limit';
import { accountsApi } from '../features/accounts/api.ts';
import { healthApi } from '../features/health/api.ts';
import { lfgApi } from '../features/lfg/api.ts';
import { moderationApi } from '../features/moderation/api.ts';
import { profilesApi } from '../features/profiles/api.ts';
import { siteApi } from '../features/site/api.ts';
import type { Deps } from './deps.ts';
import { createApi } from './http.ts';
import { onError, onNotFound } from './middleware/errors.ts';
import { identify } from './middleware/identify.ts';
import { request } from './middleware/request.ts';
import { openapi } from './openapi.ts';
import { Refusal } from './refusal.ts';

const BODY_LIMIT = 1024 * 1024;

/** The map of the API: one line a feature. */
const routes = createApi()
  .route('/', healthApi)
  .route('/', siteApi)
  .route('/', accountsApi)
  .route('/', profilesApi)
  .route('/', lfgApi)
  .route('/', moderationApi);

export type ApiType = typeof routes;

/** The whole API; server rendering, the browser, bots and tests all come in through it. */
export function createApp(deps: Deps) {
  const app = createApi();
  app.onError(onError);
  app.notFound(onNotFound);
  app.use(request(deps));
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: () => {
        throw new Refusal('invalid', 'The request is larger than 1 MB. Please send less at once.');
      },
    }),
  );
  app.use(identify);
  app.route('/', routes);
  openapi(app);
  return app;
}

export type App = ReturnType<typeof createApp>;

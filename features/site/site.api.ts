import { paths } from '../../content/paths.ts';
import { createApi, json, operation } from '../../server/http.ts';
import { getAuthSettings } from '../accounts/accounts.rules.ts';
import { listProviders } from '../accounts/auth-settings.api.ts';
import { readOperatingState } from '../health/operating/operating.commands.ts';
import { adviceApi } from './advice/advice.api.ts';
import { savedBuildsApi } from './advice/saved-builds.api.ts';
import { crewDnaApi } from './crew-dna/crew-dna.api.ts';
import { dashboardApi } from './dashboard/dashboard.api.ts';
import { picturesApi } from './link-pictures.api.ts';
import { logoToolApi } from './logo-tool.api.ts';
import { milestonesApi } from './milestones/milestones.api.ts';
import { SiteFacts } from './site.schema.ts';
import { siteActivityApi } from './site-activity.api.ts';
import { streamsApi } from './streams/streams.api.ts';

const read = operation({
  method: 'get',
  path: '/api/site',
  shows: [],
  who: 'visitor',
  summary: 'Get public facts about this node',
  responses: { 200: json(SiteFacts, 'Public facts about this node') },
});

export const siteApi = createApi()
  .openapi(read, async (c) => {
    const { mode, off } = await readOperatingState(c.var.deps);
    const { origin, demo, SERVICE_WORKER, CONCIERGE_PHONE, LANGUAGES } = c.var.deps.env;
    const facts = {
      origin,
      demo,
      providers: listProviders(c.var.deps.env).filter((name) => name !== 'twitch'),
      sign_ups: !getAuthSettings(c.var.deps.env).signupDisabled,
      ...(c.var.deps.env.sandboxesByPurpose.Email ? { mail_inbox: `${paths.sandbox}/mail` } : {}),
      service_worker: SERVICE_WORKER === 'on',
      phone_concierge: CONCIERGE_PHONE !== undefined,
      languages: [...LANGUAGES],
      read_only: mode === 'read-only',
      off,
    };
    return c.json(facts, 200);
  })
  .route('/', siteActivityApi)
  .route('/', picturesApi)
  .route('/', streamsApi)
  .route('/', dashboardApi)
  .route('/', crewDnaApi)
  .route('/', milestonesApi)
  .route('/', adviceApi)
  .route('/', savedBuildsApi)
  .route('/', logoToolApi);

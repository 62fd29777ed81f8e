import { z } from '@hono/zod-openapi';
import { readDiscordSignInConfig } from '../../integrations/discord/discord-sign-in.ts';
import { readSmsConfig } from '../../integrations/sms/sms.client.ts';
import { readTwitchConfig } from '../../integrations/twitch/twitch.client.ts';
import { json, operation } from '../../server/http.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { createAuthApi } from './auth-protocol.api.ts';

const Settings = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  passkeys_enabled: z.boolean(),
});

const settings = operation({
  method: 'get',
  path: '/auth/v1/settings',
  who: 'visitor',
  summary: 'Get the sign-in settings of this server',
  responses: { 200: json(Settings, 'The settings') },
});

const health = operation({
  method: 'get',
  path: '/auth/v1/health',
  who: 'visitor',
  summary: 'Check the health of sign-in',
  responses: {
    200: json(z.object({ name: z.string(), version: z.string(), description: z.string() }), 'The service is running'),
  },
});

type Env = Parameters<typeof getAuthSettings>[0] &
  Parameters<typeof readTwitchConfig>[0] &
  Parameters<typeof readDiscordSignInConfig>[0];

/** Whether each service is set up for sign-in. */
const findProviders = (env: Env): Record<string, boolean> => ({
  twitch: readTwitchConfig(env) !== undefined,
  discord: readDiscordSignInConfig(env) !== undefined,
  ...Object.fromEntries(getAuthSettings(env).oidc.map(({ name }) => [name, true])),
});

/** Returns the services that this server offers for sign-in. */
export const listProviders = (env: Env): string[] =>
  Object.entries(findProviders(env)).flatMap(([name, isSetUp]) => (isSetUp ? [name] : []));

export const settingsApi = createAuthApi()
  .openapi(settings, (c) => {
    const { env } = c.var.deps;
    const authSettings = getAuthSettings(env);
    return c.json(
      {
        external: {
          email: true,
          phone: readSmsConfig(env) !== undefined,
          anonymous_users: authSettings.anonymous,
          ...findProviders(env),
        },
        disable_signup: authSettings.signupDisabled,
        mailer_autoconfirm: authSettings.autoconfirm,
        phone_autoconfirm: authSettings.phoneAutoconfirm,
        sms_provider: readSmsConfig(env) ? 'twilio' : '',
        saml_enabled: false,
        passkeys_enabled: true,
      },
      200,
    );
  })
  .openapi(health, (c) =>
    c.json({ name: 'Planet Crew Auth', version: '1', description: 'Sign-in for Planet Crew' }, 200),
  );

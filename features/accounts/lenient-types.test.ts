import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import {
  readOAuthClient,
  registerOAuthClient,
  updateOAuthClientSettings,
} from './oauth-clients/oauth-clients.commands.ts';
import { OAuthClientChange } from './oauth-clients/oauth-clients.schema.ts';
import { readOutcome } from './test-refusals.ts';

type Schema = {
  type?: string | string[];
  anyOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
};
type Operation = { requestBody?: { content?: { 'application/json'?: { schema?: Schema } } } };

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const takesNull = (schema: Schema): boolean =>
  (schema.type === undefined && !schema.anyOf && !schema.$ref) ||
  [schema.type].flat().includes('null') ||
  (schema.anyOf ?? []).some(takesNull);

it('accepts null for every optional protocol field, because official clients send it', async () => {
  const response = await context.app.request('/api/openapi.json');
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  const strict: string[] = [];
  let checkCount = 0;
  for (const [path, operations] of Object.entries(paths).filter(([path]) => path.startsWith('/auth/v1/'))) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content?.['application/json']?.schema;
      for (const [field, shape] of Object.entries(schema?.properties ?? {})) {
        checkCount += 1;
        if (!schema?.required?.includes(field) && !takesNull(shape)) strict.push(`${method} ${path} ${field}`);
      }
    }
  }
  expect(strict).toEqual([]);
  expect(checkCount).toBeGreaterThan(60);
});

it('keeps fields that are null in an OAuth client update', async () => {
  const redirect_uris = ['https://app.example/back'];
  const { client_id } = await registerOAuthClient(context.deps, { client_name: 'App', redirect_uris });
  const nulls = Object.fromEntries(Object.keys(OAuthClientChange.shape).map((field) => [field, null]));
  await updateOAuthClientSettings(
    context.deps,
    client_id,
    OAuthClientChange.parse({ ...nulls, client_name: 'Renamed' }),
  );
  expect(await readOAuthClient(context.deps, client_id)).toMatchObject({ client_name: 'Renamed', redirect_uris });
  expect(await readOutcome(updateOAuthClientSettings(context.deps, client_id, OAuthClientChange.parse(nulls)))).toBe(
    '400 validation_failed',
  );
});

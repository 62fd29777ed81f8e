import type { z } from '@hono/zod-openapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isBucketName, isObjectPath } from '../features/assets/assets.rules.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ LOG_LEVEL: 'silent' });
});
afterAll(() => context.close());

const HOSTILE = 'No\u202eva\u3164 \u2066Cre\u200bw\u034f\u2800';
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Fields that are compared but never displayed: secrets, tokens, addresses, ids and values of fixed lists. A test below
 * covers file paths.
 */
const NOT_READ = new Set(
  [
    'password current_password password_hash nonce code code_challenge code_challenge_method code_verifier auth_code',
    'token token_hash refresh_token id_token access_token challenge_id credential credential_response signature auth',
    'email new_email phone domain redirect_to client_uri logo_uri redirect_uris endpoint returnUrl opponent',
    'id factorId provider_id priceId coachId provider issuer chain channel type factor_type role scope ban_duration',
    'timezone gotrue_meta_security app_metadata',
  ].flatMap((names) => names.split(' ')),
);
/** A message signed by a wallet. Changing it would break the signature. */
const SIGNED_MESSAGE_FIELD = 'post /auth/v1/token message';
const getName = (field: string) => field.slice(field.lastIndexOf(' ') + 1);

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
};
const getDefinition = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/** Returns the fields of an object schema, no matter how it's wrapped. */
function listFields(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const { shape, innerType, in: input } = getDefinition(schema);
  if (shape) return shape;
  const inner = innerType ?? input;
  return inner && listFields(inner);
}

/** Lists the fields that accept invisible characters. */
function listLeakyFields(schema: z.ZodType, path: string): string[] {
  const fields = listFields(schema);
  if (fields) return Object.entries(fields).flatMap(([name, field]) => listLeakyFields(field, `${path} ${name}`));
  const { options } = getDefinition(schema);
  if (options) return [...new Set(options.flatMap((option) => listLeakyFields(option, path)))];
  return [HOSTILE, [HOSTILE]].some((value) => {
    const read = schema.safeParse(value);
    return read.success && INVISIBLE.test(JSON.stringify(read.data));
  })
    ? [path]
    : [];
}

it('refuses invisible characters in every displayed field', () => {
  const routes = context.app.openAPIRegistry.definitions.flatMap((one) => (one.type === 'route' ? [one.route] : []));
  const bodies = routes.flatMap(({ method, path, request }) => {
    const content = request?.body?.content['application/json'] as { schema?: z.ZodType } | undefined;
    return content?.schema ? [{ name: `${method} ${path}`, schema: content.schema }] : [];
  });
  expect(bodies.length).toBeGreaterThan(60);
  const found = bodies.flatMap(({ name, schema }) => listLeakyFields(schema, name));
  const read = found.filter(
    (field) => !NOT_READ.has(getName(field)) && field !== SIGNED_MESSAGE_FIELD && !field.includes('/storage/'),
  );
  expect(read).toEqual([]);
});

it('refuses file and bucket names with invisible characters', () => {
  expect([HOSTILE, 'No\u202eva', 'No\u3164va', 'No\u0007va'].filter((name) => isObjectPath(`a/${name}`))).toEqual([]);
  expect([HOSTILE, 'No\u202eva', 'No\u3164va', 'No\u0007va'].filter(isBucketName)).toEqual([]);
});

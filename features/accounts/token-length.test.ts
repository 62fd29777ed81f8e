import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from './accounts.factory.ts';
import { findUser, type UserRow } from './accounts.queries.ts';
import { MAX_TOKEN_BYTES } from './metadata.rules.ts';
import { startSession, writeAccessToken } from './sessions/sessions.commands.ts';
import type { SessionRow } from './sessions/sessions.queries.ts';
import { UNKNOWN_VISIT } from './sessions/visits.commands.ts';

let context: TestContext;
let user: UserRow;
let session: SessionRow;

beforeAll(async () => {
  context = await openTestContext();
  const { userId } = await makeUser(context.deps);
  user = (await findUser(context.deps.db, userId))!;
  session = await startSession(context.deps.db, context.deps, userId, { method: 'password', visit: UNKNOWN_VISIT });
});
afterAll(() => context.close());

const text = fc.string({ unit: 'binary', maxLength: 9_000, size: 'max' });
const metadata = fc.dictionary(fc.string({ maxLength: 40 }), fc.oneof(text, fc.jsonValue()), { maxKeys: 12 });

it('keeps access tokens within 6 KB no matter how much metadata is stored', async () => {
  const userArbitrary = fc.record({
    email: text,
    phone: text,
    role: text,
    aud: text,
    userMetaData: metadata,
    appMetaData: metadata,
    methods: fc.array(fc.record({ method: fc.string({ maxLength: 60 }), timestamp: fc.nat() }), { maxLength: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(userArbitrary, async ({ methods, ...values }) => {
      const token = await writeAccessToken(context.deps, { ...user, ...values }, { ...session, amr: methods });
      expect(Buffer.byteLength(token)).toBeLessThanOrEqual(MAX_TOKEN_BYTES);
    }),
    { numRuns: 200 },
  );
});

it('includes as much metadata in access tokens as fits, starting with the smallest entries', async () => {
  const createTokenFor = async (userMetaData: Record<string, unknown>) =>
    decodeJwt(await writeAccessToken(context.deps, { ...user, userMetaData }, session)).user_metadata;
  const metadata = { name: 'Ann', avatar_url: `https://pictures.example/${'a'.repeat(300)}` };
  expect(await createTokenFor(metadata)).toEqual(metadata);
  expect(await createTokenFor({ picture: 'x'.repeat(20_000), name: 'Ann' })).toEqual({ name: 'Ann' });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { createByAdmin, updateByAdmin } from './account-admin/account-admin.commands.ts';
import { generateLink, invite } from './account-admin/admin-links.commands.ts';
import { createUser } from './accounts.commands.ts';
import { makeUser } from './accounts.factory.ts';
import { findUser, findUserByEmail, findUserByPhone, listIdentities, updateUser } from './accounts.queries.ts';
import {
  ACCOUNT_REQUEST_JOB,
  type AccountRequest,
  processAccountRequest,
  requestOtp,
  requestRecovery,
} from './code-sign-in.commands.ts';
import { resolveProviderUser } from './oauth/oauth.commands.ts';
import { issueCode } from './one-time-codes.commands.ts';
import { findCodes } from './one-time-codes.queries.ts';
import type { CodePurpose } from './one-time-codes.rules.ts';
import { insertPasskey } from './passkeys/passkeys.queries.ts';
import { updateOwnUser } from './person/person.commands.ts';
import { startSession } from './sessions/sessions.commands.ts';
import { findSession } from './sessions/sessions.queries.ts';
import { UNKNOWN_VISIT } from './sessions/visits.commands.ts';
import { signUp, signUpAnonymously } from './sign-in/sign-in.commands.ts';
import { readOutcome } from './test-refusals.ts';
import { verifyCode } from './verification.commands.ts';

let context: TestContext;
let deps: Deps;
let number = 0;
const createEmail = () => `unproven-${++number}@example.test`;
const password = 'a stranger chose this one';
const big = { note: 'x'.repeat(3_000) };

beforeAll(async () => {
  context = await openTestContext({
    AUTH_LIMITS_DISABLED: 'true',
    AUTH_ANONYMOUS: 'true',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+15005550006',
  });
  deps = context.deps;
});
afterAll(() => context.close());
beforeEach(() => void context.sent.splice(0));

/** Processes the queued requests, whose results the API doesn't reveal. */
async function answerAll() {
  for (const { name, data } of context.sent.splice(0)) {
    if (name === ACCOUNT_REQUEST_JOB) await processAccountRequest(deps, data as AccountRequest);
  }
}
const issueCodeFor = async (email: string, purpose: CodePurpose) => {
  const user = (await findUserByEmail(deps.db, email))!;
  return issueCode(deps.db, deps, user.id, { purpose, relatesTo: email });
};
const prepareAccount = (email: string) =>
  signUp(deps, { email, password, data: { ...big, evil: true } }, '/', UNKNOWN_VISIT);

type Way = [name: string, come: (email: string) => Promise<unknown>];
const SIGN_IN_WAYS: Way[] = [
  [
    'code',
    async (email) => {
      await requestOtp(deps, { email }, '/', UNKNOWN_VISIT);
      await answerAll();
      const { code } = await issueCodeFor(email, 'magiclink');
      return verifyCode(deps, { type: 'email', email, token: code }, UNKNOWN_VISIT);
    },
  ],
  [
    'magic link',
    async (email) => {
      await requestOtp(deps, { email, create_user: false }, '/', UNKNOWN_VISIT);
      await answerAll();
      const { link } = await issueCodeFor(email, 'magiclink');
      return verifyCode(deps, { type: 'magiclink', token_hash: link }, UNKNOWN_VISIT);
    },
  ],
  [
    'recovery',
    async (email) => {
      await requestRecovery(deps, { email }, '/', UNKNOWN_VISIT);
      await answerAll();
      const { code } = await issueCodeFor(email, 'recovery');
      return verifyCode(deps, { type: 'recovery', email, token: code }, UNKNOWN_VISIT);
    },
  ],
  [
    'invitation',
    async (email) => {
      await invite(deps, { email }, '/');
      const { link } = await issueCodeFor(email, 'invite');
      return verifyCode(deps, { type: 'invite', token_hash: link }, UNKNOWN_VISIT);
    },
  ],
  ...(['magiclink', 'recovery', 'invite'] as const).map(
    (type): Way => [
      `generated ${type}`,
      async (email) => {
        const { hashed_token } = await generateLink(deps, { type, email });
        return verifyCode(deps, { type, token_hash: hashed_token }, UNKNOWN_VISIT);
      },
    ],
  ),
  [
    'provider',
    async (email) =>
      deps.db.transaction((tx) =>
        resolveProviderUser(tx, deps, {
          identity: { provider: 'twitch', providerId: `t-${email}`, email, data: { full_name: 'Owner' } },
          emailVerified: true,
        }),
      ),
  ],
];

describe('account prepared by a stranger', () => {
  it.each(SIGN_IN_WAYS)('is wiped when the real owner signs in by %s', async (_name, signIn) => {
    const email = createEmail();
    await prepareAccount(email);
    await signIn(email);
    const user = (await findUserByEmail(deps.db, email))!;
    expect(user.emailConfirmedAt).not.toBeNull();
    expect(user.encryptedPassword).toBeNull();
    expect(JSON.stringify(user.userMetaData)).not.toMatch(/evil|note/);
    expect(JSON.stringify(await listIdentities(deps.db, [user.id]))).not.toMatch(/evil|note/);
  });

  it.each(SIGN_IN_WAYS)(
    'keeps its other sign-in method when the owner of the address signs in by %s',
    async (_name, signIn) => {
      const email = createEmail();
      const id = crypto.randomUUID();
      const identity = { provider: 'corp', providerId: id, email, data: { email } };
      await createUser(deps.db, deps, { id, email, userMetaData: { evil: true }, lastSignInAt: deps.now() }, identity);
      const session = await startSession(deps.db, deps, id, { method: 'oauth', visit: UNKNOWN_VISIT });
      await insertPasskey(deps.db, {
        userId: id,
        credentialId: `c-${id}`,
        publicKey: 'k',
        createdAt: deps.now(),
        updatedAt: deps.now(),
      });
      await signIn(email);
      const owner = (await findUserByEmail(deps.db, email))!;
      expect(owner.id).not.toBe(id);
      expect(owner.userMetaData).not.toHaveProperty('evil');
      expect(await findUser(deps.db, id)).toMatchObject({ email: null, userMetaData: { evil: true } });
      expect(await findSession(deps.db, session.id)).toBeDefined();
    },
  );

  it('is wiped on verification if data was added after the email was requested', async () => {
    const email = createEmail();
    const id = crypto.randomUUID();
    const identity = { provider: 'email', providerId: id, email, data: { evil: true } };
    await createUser(deps.db, deps, { id, email, encryptedPassword: password, userMetaData: { evil: true } }, identity);
    const { code } = await issueCode(deps.db, deps, id, { purpose: 'recovery', relatesTo: email });
    await verifyCode(deps, { type: 'recovery', email, token: code }, UNKNOWN_VISIT);
    expect(await findUser(deps.db, id)).toMatchObject({ encryptedPassword: null });
    expect(JSON.stringify(await listIdentities(deps.db, [id]))).not.toContain('evil');
  });

  it('is also wiped for the owner of a phone number', async () => {
    const phone = `4915112345${String(++number).padStart(3, '0')}`;
    await signUp(deps, { phone, password, data: { evil: true } }, '/', UNKNOWN_VISIT);
    await requestOtp(deps, { phone }, '/', UNKNOWN_VISIT);
    await answerAll();
    const user = (await findUserByPhone(deps.db, phone))!;
    const { code } = await issueCode(deps.db, deps, user.id, { purpose: 'sms', relatesTo: phone });
    await verifyCode(deps, { type: 'sms', phone, token: code }, UNKNOWN_VISIT);
    const phoneOwner = (await findUserByPhone(deps.db, phone))!;
    expect(phoneOwner.encryptedPassword).toBeNull();
    expect(phoneOwner.userMetaData).not.toHaveProperty('evil');
  });

  it('loses its open codes when another person requests a sign-in', async () => {
    const email = createEmail();
    await prepareAccount(email);
    const user = (await findUserByEmail(deps.db, email))!;
    await issueCode(deps.db, deps, user.id, { purpose: 'confirmation', relatesTo: email });
    await requestOtp(deps, { email }, '/', UNKNOWN_VISIT);
    await answerAll();
    expect(await findCodes(deps.db, user.id, ['confirmation'])).toEqual([]);
  });

  const LATER_WAYS = SIGN_IN_WAYS.filter(([name]) => !name.includes('invit'));
  it.each(LATER_WAYS)("keeps the invitation's data when the owner signs in by %s", async (_name, signIn) => {
    const email = createEmail();
    await prepareAccount(email);
    await invite(deps, { email, data: { team: 'Nets', tier: 1 } }, '/');
    await invite(deps, { email, data: { tier: 2 } }, '/');
    await prepareAccount(email);
    await signIn(email);
    const user = (await findUserByEmail(deps.db, email))!;
    expect(user).toMatchObject({ encryptedPassword: null, userMetaData: { team: 'Nets', tier: 2 } });
    expect(JSON.stringify(user.userMetaData)).not.toMatch(/evil|note/);
  });

  it('loses its address when the owner moves another account to it', async () => {
    const email = createEmail();
    await prepareAccount(email);
    const { userId } = await makeUser(deps);
    await updateUser(deps.db, userId, { emailChange: email }, deps.now());
    const user = (await findUser(deps.db, userId))!;
    for (const [purpose, relatesTo] of [
      ['email_change_current', user.email!],
      ['email_change_new', email],
    ] as const) {
      const { link } = await issueCode(deps.db, deps, userId, { purpose, relatesTo });
      await verifyCode(deps, { type: 'email_change', token_hash: link }, UNKNOWN_VISIT);
    }
    expect((await findUserByEmail(deps.db, email))!.id).toBe(userId);
  });
});

it("does not store an address that the provider hasn't verified", async () => {
  const email = createEmail();
  const identity = { provider: 'corp', providerId: email, email, data: { email } };
  const user = await deps.db.transaction((tx) => resolveProviderUser(tx, deps, { identity, emailVerified: false }));
  expect(user.email).toBeNull();
  expect(await findUserByEmail(deps.db, email)).toBeUndefined();
});

describe('the real owner of an address', () => {
  it('keeps password and metadata when the sign-up is confirmed', async () => {
    const email = createEmail();
    await signUp(deps, { email, password, data: { name: 'Ann' } }, '/', UNKNOWN_VISIT);
    const { code } = await issueCodeFor(email, 'confirmation');
    await verifyCode(deps, { type: 'email', email, token: code }, UNKNOWN_VISIT);
    const user = (await findUserByEmail(deps.db, email))!;
    expect(user.encryptedPassword).not.toBeNull();
    expect(user.userMetaData).toMatchObject({ name: 'Ann' });
  });

  it('keeps the data of a new account requested with a code', async () => {
    const email = createEmail();
    await requestOtp(deps, { email, data: { name: 'Ann' } }, '/', UNKNOWN_VISIT);
    await answerAll();
    const { code } = await issueCodeFor(email, 'magiclink');
    await verifyCode(deps, { type: 'email', email, token: code }, UNKNOWN_VISIT);
    expect((await findUserByEmail(deps.db, email))!.userMetaData).toMatchObject({ name: 'Ann' });
  });

  it('keeps the data of a verified account when a code is requested', async () => {
    const { userId, email } = await makeUser(deps);
    await updateUser(deps.db, userId, { userMetaData: { name: 'Ann' }, encryptedPassword: 'hash' }, deps.now());
    await requestOtp(deps, { email }, '/', UNKNOWN_VISIT);
    await answerAll();
    const user = (await findUser(deps.db, userId))!;
    expect(user).toMatchObject({ encryptedPassword: 'hash', userMetaData: { name: 'Ann' } });
  });
});

it.each(['other', 'constructor', '__proto__'])('refuses to generate a link of the unknown type %s', async (type) => {
  expect(await readOutcome(generateLink(deps, { type, email: createEmail() }))).toBe('400 validation_failed');
});

describe('metadata over 4 KB', () => {
  const data = { note: 'é'.repeat(2_100) };
  const toUserActor = async () => {
    const { userId, email } = await makeUser(deps);
    const session = await startSession(deps.db, deps, userId, { method: 'password', visit: UNKNOWN_VISIT });
    return { userId, email, sessionId: session.id, aal: 'aal1' as const };
  };
  it.each<[string, () => Promise<unknown>]>([
    ['sign-up', () => signUp(deps, { email: createEmail(), password, data }, '/', UNKNOWN_VISIT)],
    ['an anonymous sign-up', () => signUpAnonymously(deps, { data }, UNKNOWN_VISIT)],
    ['a code request', () => requestOtp(deps, { email: createEmail(), data }, '/', UNKNOWN_VISIT)],
    ['an invitation', () => invite(deps, { email: createEmail(), data }, '/')],
    ['a generated link', () => generateLink(deps, { type: 'invite', email: createEmail(), data })],
    [
      'user metadata from an admin on creation',
      () => createByAdmin(deps, { email: createEmail(), user_metadata: data }),
    ],
    ['app metadata from an admin on creation', () => createByAdmin(deps, { email: createEmail(), app_metadata: data })],
    ['updated app metadata', async () => updateByAdmin(deps, (await makeUser(deps)).userId, { app_metadata: data })],
    [
      'an update by the user',
      async () => updateOwnUser(deps, await toUserActor(), { data }, { redirectTo: '/', visit: UNKNOWN_VISIT }),
    ],
  ])('is refused for %s', async (_way, send) => {
    expect(await readOutcome(send())).toBe('400 validation_failed');
  });

  it('can be reduced', async () => {
    const actor = await toUserActor();
    await updateUser(
      deps.db,
      actor.userId,
      { userMetaData: { a: 'x'.repeat(9_000), b: 'x'.repeat(5_000) } },
      deps.now(),
    );
    await updateOwnUser(deps, actor, { data: { a: null } }, { redirectTo: '/', visit: UNKNOWN_VISIT });
    expect(Object.keys((await findUser(deps.db, actor.userId))!.userMetaData)).toEqual(['b']);
  });

  it('is trimmed to the limit when it comes from a provider', async () => {
    const identity = {
      provider: 'corp',
      providerId: createEmail(),
      email: null,
      data: { full_name: 'Ann', huge: 'x'.repeat(9_000) },
    };
    const user = await deps.db.transaction((tx) => resolveProviderUser(tx, deps, { identity, emailVerified: false }));
    expect(user.userMetaData).toEqual({ full_name: 'Ann', sub: identity.providerId });
  });
});

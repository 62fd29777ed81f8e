import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { createByAdmin, updateByAdmin } from './account-admin/account-admin.commands.ts';
import { generateLink, invite } from './account-admin/admin-links.commands.ts';
import { createUser } from './accounts.commands.ts';
import { makeUser } from './accounts.factory.ts';
import { findUser, findUserByEmail, findUserByPhone, identitiesOf, updateUser } from './accounts.queries.ts';
import {
  ACCOUNT_REQUEST_JOB,
  type AccountRequest,
  answerRequest,
  requestOtp,
  requestRecovery,
} from './code-sign-in.commands.ts';
import { resolveStranger } from './oauth/oauth.commands.ts';
import { openCode } from './one-time-codes.commands.ts';
import { findCodes } from './one-time-codes.queries.ts';
import type { CodePurpose } from './one-time-codes.rules.ts';
import { insertPasskey } from './passkeys/passkeys.queries.ts';
import { updateSelf } from './person/person.commands.ts';
import { startSession } from './sessions/sessions.commands.ts';
import { findSession } from './sessions/sessions.queries.ts';
import { nowhere } from './sessions/visits.commands.ts';
import { signUp, signUpAnonymously } from './sign-in/sign-in.commands.ts';
import { outcomeOf } from './test-refusals.ts';
import { verify } from './verification.commands.ts';

let context: TestContext;
let deps: Deps;
let number = 0;
const someone = () => `unproven-${++number}@example.test`;
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

/** Does what was asked for without telling. */
async function answerAll() {
  for (const { name, data } of context.sent.splice(0)) {
    if (name === ACCOUNT_REQUEST_JOB) await answerRequest(deps, data as AccountRequest);
  }
}
const open = async (email: string, purpose: CodePurpose) => {
  const user = (await findUserByEmail(deps.db, email))!;
  return openCode(deps.db, deps, user.id, { purpose, relatesTo: email });
};
const prepare = (email: string) => signUp(deps, { email, password, data: { ...big, evil: true } }, '/', nowhere);

type Way = [name: string, come: (email: string) => Promise<unknown>];
const WAYS: Way[] = [
  [
    'code',
    async (email) => {
      await requestOtp(deps, { email }, '/', nowhere);
      await answerAll();
      const { code } = await open(email, 'magiclink');
      return verify(deps, { type: 'email', email, token: code }, nowhere);
    },
  ],
  [
    'magic link',
    async (email) => {
      await requestOtp(deps, { email, create_user: false }, '/', nowhere);
      await answerAll();
      const { link } = await open(email, 'magiclink');
      return verify(deps, { type: 'magiclink', token_hash: link }, nowhere);
    },
  ],
  [
    'recovery',
    async (email) => {
      await requestRecovery(deps, { email }, '/', nowhere);
      await answerAll();
      const { code } = await open(email, 'recovery');
      return verify(deps, { type: 'recovery', email, token: code }, nowhere);
    },
  ],
  [
    'invitation',
    async (email) => {
      await invite(deps, { email }, '/');
      const { link } = await open(email, 'invite');
      return verify(deps, { type: 'invite', token_hash: link }, nowhere);
    },
  ],
  ...(['magiclink', 'recovery', 'invite'] as const).map(
    (type): Way => [
      `generated ${type}`,
      async (email) => {
        const { hashed_token } = await generateLink(deps, { type, email });
        return verify(deps, { type, token_hash: hashed_token }, nowhere);
      },
    ],
  ),
  [
    'provider',
    async (email) =>
      deps.db.transaction((tx) =>
        resolveStranger(tx, deps, {
          identity: { provider: 'twitch', providerId: `t-${email}`, email, data: { full_name: 'Owner' } },
          emailVerified: true,
        }),
      ),
  ],
];

describe('an account that a stranger prepared', () => {
  it.each(WAYS)('is empty when its owner arrives by %s', async (_name, come) => {
    const email = someone();
    await prepare(email);
    await come(email);
    const user = (await findUserByEmail(deps.db, email))!;
    expect(user.emailConfirmedAt).not.toBeNull();
    expect(user.encryptedPassword).toBeNull();
    expect(JSON.stringify(user.userMetaData)).not.toMatch(/evil|note/);
    expect(JSON.stringify(await identitiesOf(deps.db, [user.id]))).not.toMatch(/evil|note/);
  });

  it.each(WAYS)(
    'stays with the other sign-in that uses it when the owner of the address arrives by %s',
    async (_name, come) => {
      const email = someone();
      const id = crypto.randomUUID();
      const identity = { provider: 'corp', providerId: id, email, data: { email } };
      await createUser(deps.db, deps, { id, email, userMetaData: { evil: true }, lastSignInAt: deps.now() }, identity);
      const session = await startSession(deps.db, deps, id, { method: 'oauth', visit: nowhere });
      await insertPasskey(deps.db, {
        userId: id,
        credentialId: `c-${id}`,
        publicKey: 'k',
        createdAt: deps.now(),
        updatedAt: deps.now(),
      });
      await come(email);
      const owner = (await findUserByEmail(deps.db, email))!;
      expect(owner.id).not.toBe(id);
      expect(owner.userMetaData).not.toHaveProperty('evil');
      expect(await findUser(deps.db, id)).toMatchObject({ email: null, userMetaData: { evil: true } });
      expect(await findSession(deps.db, session.id)).toBeDefined();
    },
  );

  it('is emptied at the proof when something was put in since the mail was asked for', async () => {
    const email = someone();
    const id = crypto.randomUUID();
    const identity = { provider: 'email', providerId: id, email, data: { evil: true } };
    await createUser(deps.db, deps, { id, email, encryptedPassword: password, userMetaData: { evil: true } }, identity);
    const { code } = await openCode(deps.db, deps, id, { purpose: 'recovery', relatesTo: email });
    await verify(deps, { type: 'recovery', email, token: code }, nowhere);
    expect(await findUser(deps.db, id)).toMatchObject({ encryptedPassword: null });
    expect(JSON.stringify(await identitiesOf(deps.db, [id]))).not.toContain('evil');
  });

  it('is emptied for the owner of a number too', async () => {
    const phone = `4915112345${String(++number).padStart(3, '0')}`;
    await signUp(deps, { phone, password, data: { evil: true } }, '/', nowhere);
    await requestOtp(deps, { phone }, '/', nowhere);
    await answerAll();
    const user = (await findUserByPhone(deps.db, phone))!;
    const { code } = await openCode(deps.db, deps, user.id, { purpose: 'sms', relatesTo: phone });
    await verify(deps, { type: 'sms', phone, token: code }, nowhere);
    const proven = (await findUserByPhone(deps.db, phone))!;
    expect(proven.encryptedPassword).toBeNull();
    expect(proven.userMetaData).not.toHaveProperty('evil');
  });

  it('loses its open codes when somebody else asks for a way in', async () => {
    const email = someone();
    await prepare(email);
    const user = (await findUserByEmail(deps.db, email))!;
    await openCode(deps.db, deps, user.id, { purpose: 'confirmation', relatesTo: email });
    await requestOtp(deps, { email }, '/', nowhere);
    await answerAll();
    expect(await findCodes(deps.db, user.id, ['confirmation'])).toEqual([]);
  });

  const LATER_WAYS = WAYS.filter(([name]) => !name.includes('invit'));
  it.each(LATER_WAYS)('keeps an invitation’s data when its owner arrives by %s', async (_name, come) => {
    const email = someone();
    await prepare(email);
    await invite(deps, { email, data: { team: 'Nets', tier: 1 } }, '/');
    await invite(deps, { email, data: { tier: 2 } }, '/');
    await prepare(email);
    await come(email);
    const user = (await findUserByEmail(deps.db, email))!;
    expect(user).toMatchObject({ encryptedPassword: null, userMetaData: { team: 'Nets', tier: 2 } });
    expect(JSON.stringify(user.userMetaData)).not.toMatch(/evil|note/);
  });

  it('does not keep its address from an owner who moves an account there', async () => {
    const email = someone();
    await prepare(email);
    const { userId } = await makeUser(deps);
    await updateUser(deps.db, userId, { emailChange: email }, deps.now());
    const user = (await findUser(deps.db, userId))!;
    for (const [purpose, relatesTo] of [
      ['email_change_current', user.email!],
      ['email_change_new', email],
    ] as const) {
      const { link } = await openCode(deps.db, deps, userId, { purpose, relatesTo });
      await verify(deps, { type: 'email_change', token_hash: link }, nowhere);
    }
    expect((await findUserByEmail(deps.db, email))!.id).toBe(userId);
  });
});

it('an address that a provider does not vouch for is not held by the account', async () => {
  const email = someone();
  const identity = { provider: 'corp', providerId: email, email, data: { email } };
  const user = await deps.db.transaction((tx) => resolveStranger(tx, deps, { identity, emailVerified: false }));
  expect(user.email).toBeNull();
  expect(await findUserByEmail(deps.db, email)).toBeUndefined();
});

describe('what sign-up leaves of the one who really signs up', () => {
  it('keeps password and metadata when the sign-up is confirmed', async () => {
    const email = someone();
    await signUp(deps, { email, password, data: { name: 'Ann' } }, '/', nowhere);
    const { code } = await open(email, 'confirmation');
    await verify(deps, { type: 'email', email, token: code }, nowhere);
    const user = (await findUserByEmail(deps.db, email))!;
    expect(user.encryptedPassword).not.toBeNull();
    expect(user.userMetaData).toMatchObject({ name: 'Ann' });
  });

  it('keeps the data of a new account that is asked for with a code', async () => {
    const email = someone();
    await requestOtp(deps, { email, data: { name: 'Ann' } }, '/', nowhere);
    await answerAll();
    const { code } = await open(email, 'magiclink');
    await verify(deps, { type: 'email', email, token: code }, nowhere);
    expect((await findUserByEmail(deps.db, email))!.userMetaData).toMatchObject({ name: 'Ann' });
  });

  it('keeps what a proven account has when a code is asked for', async () => {
    const { userId, email } = await makeUser(deps);
    await updateUser(deps.db, userId, { userMetaData: { name: 'Ann' }, encryptedPassword: 'hash' }, deps.now());
    await requestOtp(deps, { email }, '/', nowhere);
    await answerAll();
    const user = (await findUser(deps.db, userId))!;
    expect(user).toMatchObject({ encryptedPassword: 'hash', userMetaData: { name: 'Ann' } });
  });
});

it.each(['other', 'constructor', '__proto__'])('refuses to generate a link of the type %s', async (type) => {
  expect(await outcomeOf(generateLink(deps, { type, email: someone() }))).toBe('400 validation_failed');
});

describe('metadata of more than 4 KB', () => {
  const data = { note: 'é'.repeat(2_100) };
  const actorOfUser = async () => {
    const { userId, email } = await makeUser(deps);
    const session = await startSession(deps.db, deps, userId, { method: 'password', visit: nowhere });
    return { userId, email, sessionId: session.id, aal: 'aal1' as const };
  };
  it.each<[string, () => Promise<unknown>]>([
    ['sign-up', () => signUp(deps, { email: someone(), password, data }, '/', nowhere)],
    ['an anonymous sign-up', () => signUpAnonymously(deps, { data }, nowhere)],
    ['a code', () => requestOtp(deps, { email: someone(), data }, '/', nowhere)],
    ['an invitation', () => invite(deps, { email: someone(), data }, '/')],
    ['a generated link', () => generateLink(deps, { type: 'invite', email: someone(), data })],
    ['an admin who creates', () => createByAdmin(deps, { email: someone(), user_metadata: data })],
    ['an admin who creates, of the app', () => createByAdmin(deps, { email: someone(), app_metadata: data })],
    ['an admin who changes', async () => updateByAdmin(deps, (await makeUser(deps)).userId, { app_metadata: data })],
    [
      'a change by the person',
      async () => updateSelf(deps, await actorOfUser(), { data }, { redirectTo: '/', visit: nowhere }),
    ],
  ])('is refused at %s', async (_way, send) => {
    expect(await outcomeOf(send())).toBe('400 validation_failed');
  });

  it('may shrink', async () => {
    const actor = await actorOfUser();
    await updateUser(
      deps.db,
      actor.userId,
      { userMetaData: { a: 'x'.repeat(9_000), b: 'x'.repeat(5_000) } },
      deps.now(),
    );
    await updateSelf(deps, actor, { data: { a: null } }, { redirectTo: '/', visit: nowhere });
    expect(Object.keys((await findUser(deps.db, actor.userId))!.userMetaData)).toEqual(['b']);
  });

  it('of a provider is cut to what fits', async () => {
    const identity = {
      provider: 'corp',
      providerId: someone(),
      email: null,
      data: { full_name: 'Ann', huge: 'x'.repeat(9_000) },
    };
    const user = await deps.db.transaction((tx) => resolveStranger(tx, deps, { identity, emailVerified: false }));
    expect(user.userMetaData).toEqual({ full_name: 'Ann', sub: identity.providerId });
  });
});

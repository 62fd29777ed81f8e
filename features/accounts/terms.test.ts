import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legalVersions } from '../../content/legal/legal-versions.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { createEmailIdentity, createUser } from './accounts.commands.ts';
import { makeUser } from './accounts.factory.ts';
import { processAccountRequest } from './code-sign-in.commands.ts';
import { resolveProviderUser } from './oauth/oauth.commands.ts';
import { listEverythingAbout } from './own-data/test-own-data.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const JOINED = { place: 'sign_up', terms: legalVersions.terms, privacy: legalVersions.privacy, refunds: null };

/** Returns what an account accepted and confirmed. */
async function readConsent(email: string) {
  const { rows } = await context.deps.db.execute<{ age: string | null; adult: string | null; accepted: unknown[] }>(sql`
    select u.minimum_age_confirmed_at as age, u.adult_confirmed_at as adult,
           (select coalesce(json_agg(json_build_object('place', place, 'terms', terms, 'privacy', privacy, 'refunds', refunds)), '[]')
              from auth.terms_acceptances t where t.user_id = u.id) as accepted
      from auth.users u where email = ${email}`);
  return rows[0]!;
}

const requestCode = (email: string) =>
  processAccountRequest(context.deps, {
    type: 'otp',
    address: { email, phone: null },
    redirectTo: 'http://localhost:3000',
    challenge: undefined,
    data: {},
  } as Parameters<typeof processAccountRequest>[1]);

async function confirm(accessToken: string, body: unknown = { adult: true }) {
  return context.app.request('/api/account/adult', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  });
}

describe('joining', () => {
  it('records the age and the accepted terms once, however often a code is requested', async () => {
    await requestCode('code@terms.example');
    await requestCode('code@terms.example');
    const { age, adult, accepted } = await readConsent('code@terms.example');
    expect([age !== null, adult, accepted]).toEqual([true, null, [JOINED]]);
  });

  it('records the age and the accepted terms at a sign-up with a password', async () => {
    const response = await context.app.request('/auth/v1/signup', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'password@terms.example', password: 'a long enough password' }),
    });
    expect(response.status).toBe(200);
    expect((await readConsent('password@terms.example')).accepted).toEqual([JOINED]);
  });

  it('records the age and the accepted terms only at the first sign-in with a provider', async () => {
    const identity = { provider: 'twitch', providerId: 't-1', email: 'twitch@terms.example', data: {} };
    const profile = { identity, emailVerified: true } as Parameters<typeof resolveProviderUser>[2];
    for (let visit = 0; visit < 2; visit++)
      await context.deps.db.transaction((tx) => resolveProviderUser(tx, context.deps, profile));
    expect((await readConsent('twitch@terms.example')).accepted).toEqual([JOINED]);
  });

  it('records nothing when an admin creates the account', async () => {
    const [id, email] = [crypto.randomUUID(), 'admin-made@terms.example'];
    await context.deps.db.transaction((tx) =>
      createUser(tx, context.deps, { id, email }, createEmailIdentity(id, email, false)),
    );
    expect(await readConsent(email)).toEqual({ age: null, adult: null, accepted: [] });
  });
});

describe('age confirmation', () => {
  it('stores the time of the first confirmation and no date of birth', async () => {
    const user = await makeUser(context.deps, { adult: false });
    expect((await confirm(user.accessToken)).status).toBe(200);
    const { adult } = await readConsent(user.email);
    expect(adult).not.toBeNull();
    expect((await confirm(user.accessToken)).status).toBe(200);
    expect((await readConsent(user.email)).adult).toEqual(adult);
  });

  it('accepts only a yes', async () => {
    const user = await makeUser(context.deps, { adult: false });
    expect((await confirm(user.accessToken, { adult: false })).status).toBe(422);
    expect((await readConsent(user.email)).adult).toBeNull();
  });

  it('is in the data export with the accepted terms, and is deleted with the account', async () => {
    const user = await makeUser(context.deps);
    const data = await listEverythingAbout(context.deps.db, user.userId);
    expect(data['auth.terms_acceptances']).toEqual([
      expect.objectContaining({ place: 'sign_up', terms: legalVersions.terms }),
    ]);
    expect(data['auth.users']).toEqual([expect.objectContaining({ adult_confirmed_at: expect.any(String) })]);
    await context.deps.db.execute(sql`delete from auth.users where id = ${user.userId}`);
    expect(await context.deps.db.$count(sql`auth.terms_acceptances`, sql`user_id = ${user.userId}`)).toBe(0);
  });
});

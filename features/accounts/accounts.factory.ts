import { randomUUID } from 'node:crypto';
import type { Deps } from '../../server/deps.ts';
import { addIdentity, createEmailIdentity, type NewIdentity, recordProviders } from './accounts.commands.ts';
import { findUser, insertIdentities, insertUsers, listIdentities } from './accounts.queries.ts';
import { hashPassword } from './passwords.commands.ts';
import { startSession, writeAccessToken } from './sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from './sessions/visits.commands.ts';
import { createJoiningUser, toSignUpAcceptance } from './terms.commands.ts';
import { insertAcceptances } from './terms.queries.ts';

export type CreatedUser = { userId: string; email: string; accessToken: string };

type Options = {
  email?: string;
  password?: string;
  twitch?: { login: string; id: string };
  /** If false, the user hasn't confirmed that they're 18. */
  adult?: boolean;
};

let counter = 0;

/** Creates a confirmed user with an open session. Fast without a password, because nothing is hashed. */
export async function makeUser(deps: Deps, options: Options = {}): Promise<CreatedUser> {
  const id = randomUUID();
  const email = options.email ?? `person-${++counter}-${id.slice(0, 8)}@example.test`;
  const encryptedPassword = options.password ? await hashPassword(options.password) : null;
  const account = await deps.db.transaction(async (tx) => {
    const firstIdentity = options.twitch
      ? createTwitchIdentity(options.twitch, email)
      : createEmailIdentity(id, email, true);
    let user = await createJoiningUser(
      tx,
      deps,
      {
        id,
        email,
        encryptedPassword,
        emailConfirmedAt: deps.now(),
        adultConfirmedAt: options.adult === false ? null : deps.now(),
      },
      firstIdentity,
    );
    if (options.twitch && options.password) {
      await addIdentity(tx, deps, id, createEmailIdentity(id, email, true));
      user = await recordProviders(tx, deps, user, await listIdentities(tx, [id]));
    }
    const session = await startSession(tx, deps, id, {
      method: options.twitch ? 'oauth' : 'password',
      visit: UNKNOWN_VISIT,
    });
    return { user, session };
  });
  return { userId: id, email, accessToken: await writeAccessToken(deps, account.user, account.session) };
}

/** Opens a session for an existing account. @returns its access token */
export async function openSession(deps: Deps, userId: string): Promise<string> {
  const user = await findUser(deps.db, userId);
  if (!user) throw new Error(`There is no account ${userId}.`);
  return writeAccessToken(
    deps,
    user,
    await startSession(deps.db, deps, userId, { method: 'password', visit: UNKNOWN_VISIT }),
  );
}

/** Returns the actor that commands receive. */
export const toActor = (person: { userId: string; email: string }) => ({
  userId: person.userId,
  sessionId: '00000000-0000-0000-0000-000000000000',
  email: person.email,
  aal: 'aal1' as const,
});

const BATCH_SIZE = 1_000;

/** @property since when the account was created; the current time by default */
export type BulkUser = { id?: string; email: string; twitch?: { login: string; id: string }; since?: Date };

/**
 * Creates many confirmed users without sessions, for seeding large communities.
 * @param password shared by all of them and hashed once; undefined for none
 * @returns their ids in the given order
 */
export async function makeUsers(deps: Deps, people: BulkUser[], password?: string): Promise<string[]> {
  const now = deps.now();
  const encryptedPassword = password && people.length > 0 ? await hashPassword(password) : null;
  const accounts = people.map((person) => {
    const id = person.id ?? randomUUID();
    const identity = person.twitch
      ? createTwitchIdentity(person.twitch, person.email)
      : createEmailIdentity(id, person.email, true);
    return { id, email: person.email, identity, since: person.since ?? now };
  });
  for (let start = 0; start < accounts.length; start += BATCH_SIZE) {
    const batch = accounts.slice(start, start + BATCH_SIZE);
    await deps.db.transaction(async (tx) => {
      await insertUsers(
        tx,
        batch.map(({ id, email, identity, since }) => ({
          id,
          email,
          encryptedPassword,
          emailConfirmedAt: since,
          minimumAgeConfirmedAt: since,
          adultConfirmedAt: since,
          appMetaData: { provider: identity.provider, providers: [identity.provider] },
          createdAt: since,
          updatedAt: since,
        })),
      );
      await insertAcceptances(
        tx,
        batch.map(({ id, since }) => toSignUpAcceptance(id, since)),
      );
      await insertIdentities(
        tx,
        batch.map(({ id, email, identity, since }) => ({
          userId: id,
          provider: identity.provider,
          providerId: identity.providerId,
          identityData: identity.data,
          email,
          createdAt: since,
          updatedAt: since,
        })),
      );
    });
  }
  return accounts.map(({ id }) => id);
}

function createTwitchIdentity({ login, id }: { login: string; id: string }, email: string): NewIdentity {
  return {
    provider: 'twitch',
    providerId: id,
    email,
    data: {
      iss: 'https://api.twitch.tv',
      sub: id,
      provider_id: id,
      name: login,
      full_name: login,
      slug: login,
      nickname: login,
      custom_claims: { broadcaster_type: '', type: '' },
      email,
      email_verified: true,
    },
  };
}

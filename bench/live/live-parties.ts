import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../db/database.ts';
import { makeUser } from '../../features/accounts/accounts.factory.ts';
import { openBenchDeps } from '../bench-tools.ts';

export const PARTY_SIZE = 5;
const CONCURRENCY = 16;

/** Creates signed-in users in parties of five. */
export async function makeCommunity(url: string, variables: Record<string, string>, people: number) {
  const database = await openDatabase({ url });
  const deps = await openBenchDeps(database, url, variables);
  const createdPeople: { userId: string; token: string }[] = [];
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, turn) => {
      for (let index = turn; index < people; index += CONCURRENCY) {
        const { userId, accessToken } = await makeUser(deps);
        createdPeople[index] = { userId, token: accessToken };
      }
    }),
  );
  const parties = Array.from({ length: people / PARTY_SIZE }, (_, index) => ({
    id: randomUUID(),
    members: createdPeople.slice(index * PARTY_SIZE, (index + 1) * PARTY_SIZE).map(({ userId }) => userId),
  }));
  await database.pool.query(
    `insert into parties (id, leader_id, link_token, created_at)
     select id, leader, id::text, now() from unnest($1::uuid[], $2::uuid[]) as p (id, leader)`,
    [parties.map(({ id }) => id), parties.map(({ members }) => members[0])],
  );
  await database.pool.query(
    `insert into party_members (party_id, user_id, status, created_at)
     select party, member, 'joined', now() from unnest($1::uuid[], $2::uuid[]) as m (party, member)`,
    [parties.flatMap(({ id, members }) => members.map(() => id)), parties.flatMap(({ members }) => members)],
  );
  return {
    people: createdPeople,
    parties,
    pool: database.pool,
    /** Updates a party in its own transaction, so that its topic gets a new revision. */
    touch: async (id: string) =>
      void (await database.pool.query('update parties set created_at = now() where id = $1', [id])),
    /** Returns the current revision of each topic in the database. */
    revs: async (): Promise<Map<string, number>> => {
      const { rows } = await database.pool.query<{ topic: string; rev: string }>(
        `select kind || ':' || id as topic, rev from live_topics`,
      );
      return new Map(rows.map(({ topic, rev }) => [topic, Number(rev)]));
    },
    close: async () => {
      await deps.pictures.close();
      await deps.bus.close();
      await database.close();
    },
  };
}

export type Community = Awaited<ReturnType<typeof makeCommunity>>;

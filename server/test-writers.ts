import { SAMPLE_PASSWORD, SAMPLE_SIGN_INS } from '../features/profiles/player-seeding/player-seeding.factory.ts';

export type NodeResponse = { status: number; text: string; headers: Headers; ms: number };

const PASSWORD = 'Orbit-of-five-2026';

/** Sends a request to a node and measures the response time. */
export async function askNode(origin: string, path: string, init: RequestInit = {}): Promise<NodeResponse> {
  const startedAt = performance.now();
  const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(60_000) });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, ms: performance.now() - startedAt };
}

const JSON_BODY = { 'Content-Type': 'application/json' };

/**
 * Signs in to one of the sample accounts.
 * @returns the session's token
 */
export async function signIn(origin: string, who: (typeof SAMPLE_SIGN_INS)[number]['who']): Promise<string> {
  const { email } = SAMPLE_SIGN_INS.find((one) => one.who === who)!;
  const body = JSON.stringify({ email, password: SAMPLE_PASSWORD });
  const path = '/auth/v1/token?grant_type=password';
  const response = await askNode(origin, path, { method: 'POST', headers: JSON_BODY, body });
  if (response.status !== 200) throw new Error(`${email} could not sign in: ${response.text}`);
  return (JSON.parse(response.text) as { access_token: string }).access_token;
}

/** A user who writes one number after another to their profile, and knows which writes the server acknowledged. */
export type NumberWriter = {
  id: string;
  token: string;
  acknowledged: number;
  /** Every response status of a write. */
  statuses: Set<number>;
  /**
   * Writes the next number.
   * @returns undefined if there was no response at all
   */
  write: (origin: string) => Promise<NodeResponse | undefined>;
  /** @returns the number in the database */
  stored: (origin: string) => Promise<number>;
};

/**
 * SQL that logs each write in the same transaction. The profile only keeps the last number, so a lost earlier write
 * would go unnoticed.
 */
export const WRITE_LOG_SQL = `
  create table diary_lines (player uuid not null, line text not null);
  create function keep_diary_line() returns trigger language plpgsql as $$
    begin
      insert into diary_lines values (new.id, new.bio);
      return new;
    end $$;
  create trigger keep_diary_line after insert or update of bio on protocol_profiles
    for each row when (new.bio like 'write %') execute function keep_diary_line();`;

export async function makeNumberWriter(origin: string, name: string): Promise<NumberWriter> {
  const account = JSON.stringify({ email: `${name}@planet.example`, password: PASSWORD });
  const signedUp = await askNode(origin, '/auth/v1/signup', { method: 'POST', headers: JSON_BODY, body: account });
  const { access_token: token } = JSON.parse(signedUp.text) as { access_token: string };
  const authorized = { headers: { ...JSON_BODY, Authorization: `Bearer ${token}` } };
  const arrival = { ...authorized, method: 'POST', body: JSON.stringify({ timezone: 'UTC' }) };
  await askNode(origin, '/api/profiles/me/arrival', arrival);
  const profile = JSON.parse((await askNode(origin, '/api/profiles/me', authorized)).text) as { id: string };
  const writer: NumberWriter = {
    id: profile.id,
    token,
    acknowledged: 0,
    statuses: new Set(),
    write: async (origin) => {
      const next = writer.acknowledged + 1;
      const body = JSON.stringify({ ...profile, bio: `write ${next}` });
      const response = await askNode(origin, '/api/profiles/me', { ...authorized, method: 'PUT', body }).catch(
        () => undefined,
      );
      if (response) writer.statuses.add(response.status);
      if (response?.status === 200) writer.acknowledged = next;
      return response;
    },
    stored: async (origin) => {
      const { bio } = JSON.parse((await askNode(origin, '/api/profiles/me', authorized)).text) as { bio: string };
      return Number(bio.slice('write '.length));
    },
  };
  return writer;
}

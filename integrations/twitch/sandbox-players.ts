/** A sample person who may sign in. */
export type SandboxPlayer = {
  login: string;
  id: string;
  displayName: string;
  email: string | undefined;
  /** What makes this sample worth choosing, in a few words. */
  note?: string;
};

/** Logins that make the vendor fail, and how. */
export const SENTINELS: Record<string, string> = {
  deny: 'the person says no',
  no_email: 'Twitch gives out no address',
  bad_code: 'the code is not accepted',
  token_down: 'codes cannot be exchanged (503)',
  users_down: 'people cannot be read (500)',
  slow: 'Twitch takes twelve seconds',
};

/** A sample user who can sign in. */
export type SandboxPlayer = {
  login: string;
  id: string;
  displayName: string;
  email: string | undefined;
  /** Short reason to pick this sample user. */
  note?: string;
};

/** Logins that make the sandbox fail, and how they fail. */
export const SENTINEL_PLAYERS: Record<string, string> = {
  deny: 'the person says no',
  no_email: 'Twitch gives out no address',
  bad_code: 'the code is not accepted',
  token_down: 'codes cannot be exchanged (503)',
  users_down: 'people cannot be read (500)',
  slow: 'Twitch takes twelve seconds',
};

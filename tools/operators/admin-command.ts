import type { Deps } from '../../server/deps.ts';

/** A command's output: text for people, and JSON with `--json`. */
export type CommandResult = { text: string; data: unknown };

export type CommandInput = {
  args: string[];
  flags: Record<string, string | boolean | undefined>;
  /** Asks before a change. @throws Error when the answer isn't yes */
  confirm: (question: string) => Promise<void>;
};

export type AdminCommand = {
  /** The arguments after the command's name, as in the usage. */
  takes?: string;
  about: string;
  flags?: Record<string, { type: 'string' | 'boolean' }>;
  /** Whether it may add background jobs. */
  sendsJobs?: boolean;
  /** @returns undefined for missing or wrong arguments */
  run: (deps: Deps, input: CommandInput) => Promise<CommandResult | undefined>;
};

import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Deps } from '../server/deps.ts';
import { jobKinds } from '../server/job-kinds.ts';
import { accountCommands } from './operators/account-commands.ts';
import type { AdminCommand, CommandInput } from './operators/admin-command.ts';
import { jobCommands } from './operators/job-commands.ts';
import { modeCommands } from './operators/mode-commands.ts';
import { roleCommands } from './operators/role-commands.ts';
import { runCommand } from './run-command.ts';

const GROUPS: Record<string, Record<string, AdminCommand>> = {
  Admins: roleCommands,
  'Accounts (<who> is an email, an id, a Twitch login or a name)': accountCommands,
  'Background jobs': jobCommands,
  'Modes and switches': modeCommands,
};
const COMMANDS: Record<string, AdminCommand> = Object.assign({}, ...Object.values(GROUPS));

const formatUsage = () =>
  [
    'Daily work on this installation: npm run admin -- <command>',
    ...Object.entries(GROUPS).flatMap(([title, commands]) => [
      `\n${title}`,
      ...Object.entries(commands).map(
        ([name, { takes, about }]) => `  ${[name, takes].filter(Boolean).join(' ')}\n      ${about}`,
      ),
    ]),
    '\nFor all commands',
    '  --yes         changes without asking',
    '  --json        prints the result as JSON',
    '  --as <name>   your name for the audit log, instead of the one you are logged in with',
  ].join('\n');

const COMMON_FLAGS = { yes: { type: 'boolean' }, json: { type: 'boolean' }, as: { type: 'string' } } as const;

/** Returns the operator's name: who logged in, even behind sudo. */
const readOperator = (name: string | boolean | undefined) =>
  typeof name === 'string' && name !== '' ? name : process.env.SUDO_USER || userInfo().username;

async function askToConfirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('This needs your confirmation. Add --yes to change without asking.');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was changed.');
}

async function main(deps: Deps, [name = '', ...rest]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(formatUsage());
  const { values, positionals } = parseArgs({
    args: rest,
    options: { ...COMMON_FLAGS, ...command.flags },
    allowPositionals: true,
  });
  const flags: CommandInput['flags'] = values;
  const confirm = flags.yes ? async () => {} : askToConfirm;
  if (command.sendsJobs) await deps.jobs.start(jobKinds, deps, false);
  try {
    const operator = readOperator(flags.as);
    const result = await command.run({ ...deps, operator }, { args: positionals, flags, confirm });
    if (!result) throw new Error(`Usage: npm run admin -- ${name} ${command.takes ?? ''}`);
    console.log(flags.json ? JSON.stringify(result.data, null, 2) : result.text);
  } finally {
    if (command.sendsJobs) await deps.jobs.stop();
  }
}

// This process runs as a web node: it adds background jobs but leaves running them to the workers.
process.env.ROLE = 'web';
await runCommand((deps) => main(deps, process.argv.slice(2)));

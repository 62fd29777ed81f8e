import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findUserByEmail } from '../features/accounts/accounts.queries.ts';
import { normalizeEmail } from '../features/accounts/accounts.rules.ts';
import { isAdmin } from '../features/moderation/admins.queries.ts';
import { learnWeights, proposeWeights } from '../features/squads/learned-weights/learned-weights.commands.ts';
import { formatLearnedWeights } from '../features/squads/learned-weights/learned-weights.wording.ts';
import type { Deps, Person } from '../server/deps.ts';
import { runCommand } from './run-command.ts';

const USAGE = `npm run match -- learn [--json learned.json] [--propose --admin admin@example.com]

Says which weights of the score the squads that have played, and played again or not, would have been matched by. Reads
the database that the environment names. --propose saves them as the draft of the rules in that admin's name, if they
are better by more than chance; the rules in force change only when an admin publishes the draft.`;

async function main(deps: Deps): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      json: { type: 'string' },
      propose: { type: 'boolean', default: false },
      admin: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const admin = values.propose ? await findAdmin(deps, values.admin) : undefined;
  const learnedWeights = await learnWeights(deps);
  console.log(formatLearnedWeights(learnedWeights).join('\n'));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(learnedWeights, null, 1)}\n`);
  if (!admin) return;
  await proposeWeights(deps, admin, learnedWeights);
  console.log(
    '\nSaved as the draft of the rules. Try it on the current pool, and publish it, in the console under Rules.',
  );
}

async function findAdmin(deps: Deps, email: string | undefined): Promise<Person> {
  if (!email) throw new Error('--propose needs --admin with the email address of the admin whose draft it is.');
  const user = await findUserByEmail(deps.db, normalizeEmail(email));
  if (!user || !(await isAdmin(deps.db, user.id))) throw new Error(`${email} is no admin of this installation.`);
  return { userId: user.id };
}

await runCommand(main);

import { existsSync } from 'node:fs';
import { importExport } from '../features/accounts/account-import.commands.ts';
import { sealEverything } from '../features/accounts/encryption.commands.ts';
import { writeServiceToken } from '../features/accounts/sessions/sessions.commands.ts';
import { rotateKeys } from '../features/accounts/signing-keys.commands.ts';
import { openContext } from '../server/context.ts';
import type { Deps } from '../server/deps.ts';
import { readEnv } from '../server/env.ts';

const USAGE = `Accounts of this installation.
  npm run accounts -- import <file>         takes over an export of the hosted service (.sql dump or .json)
  npm run accounts -- service-token [time]  prints a token for the admin calls, good for the time (default 1h)
  npm run accounts -- rotate-keys           puts a new signing key in place; sessions stay
  npm run accounts -- encrypt               encrypts all stored secrets with the newest AUTH_ENCRYPTION_KEY`;

async function importFile(deps: Deps, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const report = await importExport(deps, file, (table, { read }) =>
    process.stderr.write(`\r${table}: ${read} rows   `),
  );
  process.stderr.write('\n');
  for (const [table, { read, added, present, refused, remarks }] of Object.entries(report)) {
    console.log(`${table}: ${read} read, ${added} added, ${present} here already, ${refused.length} refused`);
    for (const { id, why } of refused) console.log(`  refused ${id}: ${why}`);
    for (const { id, why } of remarks) console.log(`  note ${id}: ${why}`);
  }
}

async function main(deps: Deps, verb: string | undefined, argument: string | undefined): Promise<void> {
  if (verb === 'import' && argument) return importFile(deps, argument);
  if (verb === 'service-token') return console.log(await writeServiceToken(deps, argument ?? '1h'));
  if (verb === 'encrypt') {
    const { factors, sessions, signingKeys } = await sealEverything(deps);
    return console.log(`Encrypted ${factors} second factors, ${sessions} sessions, ${signingKeys} signing keys.`);
  }
  if (verb !== 'rotate-keys') throw new Error(USAGE);
  await rotateKeys(deps);
  console.log('A new signing key is in place.');
}

try {
  const context = await openContext(readEnv({ LOG_LEVEL: 'error', ...process.env }));
  try {
    const [verb, argument] = process.argv.slice(2);
    await main(context.deps, verb, argument);
  } finally {
    await context.close();
  }
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exit(1);
}

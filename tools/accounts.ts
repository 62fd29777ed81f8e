import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importAccounts, type TableReport } from '../features/accounts/account-import.commands.ts';
import { reencryptEverything } from '../features/accounts/encryption.commands.ts';
import { createServiceToken } from '../features/accounts/sessions/sessions.commands.ts';
import { rotateKeys } from '../features/accounts/signing-keys.commands.ts';
import type { Deps } from '../server/deps.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Accounts of this installation.
  npm run accounts -- import <file>         takes over an export of the hosted service (.sql dump or .json), all or nothing
                      [--dry-run]           reports the same and writes nothing
                      [--leave=<table>,…]   leaves tables behind on purpose
  npm run accounts -- service-token [time]  prints a token for the admin calls, good for the time (default 1h)
  npm run accounts -- rotate-keys           puts a new signing key in place; sessions stay
  npm run accounts -- encrypt               encrypts all stored secrets with the newest AUTH_ENCRYPTION_KEY`;

const IMPORT_FLAGS = { 'dry-run': { type: 'boolean' }, leave: { type: 'string' } } as const;

async function importFile(deps: Deps, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: IMPORT_FLAGS, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new Error(USAGE);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const report = await importAccounts(deps, file, {
    dryRun: values['dry-run'] ?? false,
    leave: values.leave?.split(',').map((table) => table.trim()) ?? [],
    onProgress: (table, { read }) => process.stderr.write(`\r${table}: ${read} rows   `),
  });
  process.stderr.write('\n');
  for (const [table, counts] of Object.entries(report.tables)) printTable(table, counts);
  if (report.problems.length > 0) {
    throw new Error(['Nothing was written:', ...report.problems.map((problem) => `  ${problem}`)].join('\n'));
  }
  console.log(report.written ? 'All of this is written.' : 'This was a dry run: nothing is written.');
}

function printTable(table: string, { read, added, present, refused, remarks, skipped, unknown }: TableReport): void {
  if (skipped) {
    console.log(`${table}: skipped with ${read} rows, because ${skipped}`);
    return;
  }
  console.log(`${table}: ${read} read, ${added} added, ${present} here already, ${refused.length} refused`);
  if (unknown.length > 0) console.log(`  columns without a place here: ${unknown.join(', ')}`);
  for (const { id, why } of refused) console.log(`  refused ${id}: ${why}`);
  for (const { id, why } of remarks) console.log(`  note ${id}: ${why}`);
}

async function main(deps: Deps, [verb, ...args]: string[]): Promise<void> {
  const [argument] = args;
  if (verb === 'import') return importFile(deps, args);
  if (verb === 'service-token') return console.log(await createServiceToken(deps, argument ?? '1h'));
  if (verb === 'encrypt') {
    const { factors, sessions, signingKeys, others } = await reencryptEverything(deps);
    return console.log(
      `Encrypted ${factors} second factors, ${sessions} sessions, ${signingKeys} signing keys, ${others} other secrets.`,
    );
  }
  if (verb !== 'rotate-keys') throw new Error(USAGE);
  await rotateKeys(deps);
  console.log('A new signing key is in place.');
}

await runCommand((deps) => main(deps, process.argv.slice(2)));

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { startTestPostgres } from './test-postgres.ts';

const TEMPLATE = 'planet_crew_template';

/** Migrates one template database for the whole run; every test file gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return process.env.TEST_DATABASE === 'postgres' ? postgresTemplate(project) : embeddedTemplate(project);
}

async function embeddedTemplate(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-template-'));
  const database = await openDatabase({ snapshot: undefined });
  await migrate(database.pool);
  const snapshot = join(folder, 'template.tar');
  writeFileSync(snapshot, await database.embedded!.dump());
  await database.close();
  project.provide('testDatabase', { kind: 'embedded', snapshot });
  return async () => rmSync(folder, { recursive: true, force: true });
}

async function postgresTemplate(project: TestProject) {
  const postgres = await startTestPostgres();
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const url = new URL(postgres.url);
  url.pathname = `/${TEMPLATE}`;
  const database = await openDatabase({ url: url.href });
  await migrate(database.pool);
  await database.close();
  project.provide('testDatabase', { kind: 'postgres', adminUrl: postgres.url, template: TEMPLATE });
  return () => postgres.stop();
}

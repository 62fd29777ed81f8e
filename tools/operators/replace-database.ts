import pg from 'pg';

/**
 * Renames a database and creates an empty one with its name. Our role owns it and may create databases.
 * @returns the new name of the current one, which stays
 */
export async function replaceDatabase(url: string): Promise<string> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const kept = `${name}_failed_${Date.now()}`;
  // A database can't be renamed through a connection to it.
  const maintenanceUrl = new URL(url);
  maintenanceUrl.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenanceUrl.href });
  await client.connect();
  try {
    await client.query(`alter database ${client.escapeIdentifier(name)} rename to ${client.escapeIdentifier(kept)}`);
    await client.query(`create database ${client.escapeIdentifier(name)} template template0`);
  } finally {
    await client.end();
  }
  return kept;
}

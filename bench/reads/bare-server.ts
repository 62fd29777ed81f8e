import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/** What one address asks of the database, and what it answers with. */
export type Recorded = { statements: { name?: string; text: string; values: unknown[] }[]; answer: string };
/** On standard input: the database, and what was recorded of each address. */
export type BareInput = { databaseUrl: string; recorded: Record<string, Recorded> };

/**
 * The least that an answer can cost in this runtime: the server and the driver by themselves, which ask the statements
 * that the product asks, read none of the rows, and send an answer that stands ready. Nobody is checked, nothing is
 * validated, logged or written as JSON.
 */
const { databaseUrl, recorded }: BareInput = JSON.parse(await text(process.stdin));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, keepAlive: true });
const types = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig;

const server = createServer(async (request, response) => {
  const known = recorded[request.url ?? ''];
  for (const statement of known?.statements ?? []) await pool.query({ ...statement, types, rowMode: 'array' });
  const answer = known?.answer ?? '{"status":"ok"}';
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
  response.end(answer);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));

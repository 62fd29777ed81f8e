import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/** A URL's response, and the statements that the product sends to the database for it. */
export type RecordedRead = { statements: { name?: string; text: string; values: unknown[] }[]; answer: string };
/** The process's standard input: the database and the recording of each URL. */
export type BareInput = { databaseUrl: string; recorded: Record<string, RecordedRead> };

/**
 * Measures the lowest possible cost of a response in this runtime: the HTTP server and the database driver alone. They
 * run the same statements as the product, read none of the rows and send a prepared response, without authentication,
 * validation, logging or JSON serialization.
 */
const { databaseUrl, recorded }: BareInput = JSON.parse(await text(process.stdin));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20, keepAlive: true });
const types = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig;

const server = createServer(async (request, response) => {
  const record = recorded[request.url ?? ''];
  for (const statement of record?.statements ?? []) await pool.query({ ...statement, types, rowMode: 'array' });
  const body = record?.answer ?? '{"status":"ok"}';
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));

import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';

export const VISITOR_ADDRESS = '198.51.100.9';

const SOCKET_COUNT = 30;
const REQUEST_COUNT = 120;
const READERS = { connections: 200, pipelined: 12 };

const createRandomText = () => randomUUID().slice(0, 8);
/** Returns a comma-separated list of as many random paths as fit in a URL. */
const createPaths = () => Array.from({ length: 900 }, () => `/${createRandomText()}`).join(',');

/**
 * The requests that cost a node the most. Each function returns a new URL on every call wherever random input might
 * avoid a cache.
 */
export const EXPENSIVE_REQUESTS: Readonly<Record<string, () => string>> = {
  'OpenAPI document': () => endpoints.openApi,
  'whitepaper, random query': () => `${paths.whitepaper}?q=${createRandomText()}`,
  'directory, random query': () => `${paths.find}?q=${createRandomText()}`,
  'directory, random name': () => `${paths.find}?name=${createRandomText()}`,
  'directory, random unknown filter': () => `${paths.find}?platform=${createRandomText()}`,
  'tournament, random search': () => `${paths.tournament}?q=${createRandomText()}`,
  'API reference, random query': () => `${paths.apiReference}?q=${createRandomText()}`,
  'profiles that do not exist': () => paths.profile(randomUUID()),
  'listings that do not exist': () => paths.listing(randomUUID()),
  'pages that do not exist': () => `/${createRandomText()}/${createRandomText()}`,
  'manifest of many routes': () => `/__manifest?version=1&paths=${createPaths()}`,
  'data of a page, random loaders': () => `${paths.find}.data?_routes=${createRandomText()}&name=${createRandomText()}`,
};

/**
 * Requests a URL as a visitor behind our proxy.
 * @returns the response's status
 */
export function sendRequest(origin: string, path: string, from: string, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(origin + path, { agent, headers: { 'X-Forwarded-For': from } }, (response) => {
      response
        .on('end', () => resolve(response.statusCode!))
        .on('error', reject)
        .resume();
    });
    outgoing.on('error', reject).end();
  });
}

let attackers = 0;
/** Returns a new client address that hasn't used up any rate limit yet. */
const newAttacker = () => `203.0.${++attackers >> 8}.${attackers & 255}`;

/**
 * Sends all requests of one attacker over as many sockets as one address may open.
 * @returns the responses' statuses
 */
export async function sendFlood(origin: string, path: () => string): Promise<number[]> {
  const attacker = newAttacker();
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKET_COUNT });
  const statuses = await Promise.all(
    Array.from({ length: REQUEST_COUNT }, () => sendRequest(origin, path(), attacker, agent).catch(() => 0)),
  );
  agent.destroy();
  return statuses;
}

/**
 * Opens connections that request a large document many times and never read it.
 * @returns a function that closes them
 */
export async function openReaders(origin: string): Promise<() => void> {
  const { port, hostname } = new URL(origin);
  const requestText = `GET ${endpoints.openApi} HTTP/1.1\r\nHost: ${hostname}\r\nX-Forwarded-For: ${newAttacker()}\r\n\r\n`;
  const sockets = await Promise.all(
    Array.from(
      { length: READERS.connections },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(Number(port), '127.0.0.1', () => {
            socket.pause();
            socket.write(requestText.repeat(READERS.pipelined));
            resolve(socket);
          });
          socket.on('error', () => {});
        }),
    ),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

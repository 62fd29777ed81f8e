import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { isPublicIp, type ResolveHost, resolveHost } from './public-address.ts';

/** Error code when we refuse to connect because the name resolved to this machine or a private network. */
export const PRIVATE_HOST = 'EPRIVATEHOST';

/**
 * Creates a DNS lookup that only returns addresses it has checked. The socket connects to exactly these addresses, so a
 * second DNS answer can't redirect it (DNS rebinding).
 */
function createGuardedLookup(resolve: ResolveHost): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        const privateAddress = addresses.find((address) => !isPublicIp(address));
        if (privateAddress)
          return done(Object.assign(new Error(`${host} leads to ${privateAddress}`), { code: PRIVATE_HOST }), '');
        const candidates = addresses.map((address) => ({ address, family: isIP(address) }));
        const usableAddresses = candidates.filter(({ family }) => !options.family || family === options.family);
        if (usableAddresses.length === 0)
          return done(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '');
        return options.all
          ? done(null, usableAddresses)
          : done(null, usableAddresses[0]!.address, usableAddresses[0]!.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

/** Creates a dispatcher that only connects to public addresses. */
export async function createPublicAgent(resolve: ResolveHost): Promise<Agent> {
  // The library takes 30 MB, and most nodes never call such an address.
  const { Agent } = await import('undici');
  return new Agent({ connect: { lookup: createGuardedLookup(resolve) } });
}

let publicFetch: Promise<Agent> | undefined;

/** Returns the `fetch` options for calling an address supplied from outside. */
export async function getPublicFetchOptions(): Promise<RequestInit> {
  publicFetch ??= createPublicAgent(resolveHost);
  // Node's `fetch` accepts a dispatcher, but the types are those of browsers.
  return { dispatcher: await publicFetch } as RequestInit;
}

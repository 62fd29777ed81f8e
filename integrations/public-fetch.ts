import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublicIp, type ResolveHost, resolveHost } from './public-address.ts';

/** The code of a connection that was not made, because the name led to this machine or one of its neighbours. */
export const PRIVATE_HOST = 'EPRIVATEHOST';

/**
 * Resolves a name for a connection and hands out only what it has looked at: the socket connects to these very addresses, so
 * that no second answer of a name server can lead it elsewhere (DNS rebinding).
 */
function createGuardedLookup(resolve: ResolveHost): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        const inside = addresses.find((address) => !isPublicIp(address));
        if (inside) return done(Object.assign(new Error(`${host} leads to ${inside}`), { code: PRIVATE_HOST }), '');
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const usable = found.filter(({ family }) => !options.family || family === options.family);
        if (usable.length === 0)
          return done(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '');
        return options.all ? done(null, usable) : done(null, usable[0]!.address, usable[0]!.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

/** Connections to the internet alone. */
export const createPublicFetch = (resolve: ResolveHost) =>
  new Agent({ connect: { lookup: createGuardedLookup(resolve) } });

let publicFetch: Agent | undefined;

/** What `fetch` gets along with an address that somebody gave us. */
export function getPublicFetch(): RequestInit {
  publicFetch ??= createPublicFetch(resolveHost);
  // Node's own `fetch` takes it; the types are those of browsers.
  return { dispatcher: publicFetch } as RequestInit;
}

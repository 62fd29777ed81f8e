import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Addresses that outsiders must not reach: this machine, its network and the cloud it runs in. */
const PRIVATE_RANGES = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE_RANGES.addSubnet(net, bits, 'ipv4');
}

/** All IPv6 addresses routed on the internet. Excludes mapped, translated, local, multicast and unassigned ones. */
const GLOBAL_RANGES = new BlockList();
GLOBAL_RANGES.addSubnet('2000::', 3, 'ipv6');
/** Exceptions within that range: embedded IPv4 addresses (Teredo, 6to4), protocol assignments and documentation. */
const NON_GLOBAL_RANGES = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NON_GLOBAL_RANGES.addSubnet(net, bits, 'ipv6');
}

/** ISATAP (RFC 5214): an interface identifier with an embedded IPv4 address, in any network. */
const ISATAP = /^(?:[^:]*:){4}(?:0|200|100|300):5efe:[^:]+:[^:]+$/;

/** Returns all eight groups of an IPv6 address, without leading zeros. */
function expandIpv6(address: string): string {
  const canonicalAddress = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head, tail] = canonicalAddress.split('::').map((half) => (half === '' ? [] : half.split(':')));
  if (!tail) return canonicalAddress;
  return [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail].join(':');
}

export function isPublicIp(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE_RANGES.check(address, 'ipv4');
  if (family !== 6 || !GLOBAL_RANGES.check(address, 'ipv6') || NON_GLOBAL_RANGES.check(address, 'ipv6')) return false;
  return !ISATAP.test(expandIpv6(address));
}

/** Names that resolve within a network or cluster, never outside it. */
const INTERNAL_NAMES =
  /(^|\.)(localhost|local|internal|intranet|private|lan|home|corp|localdomain|svc|cluster|consul|docker|home\.arpa)$/;

/**
 * Returns whether we may call an address supplied from outside, judging by the URL alone. It must use TLS and the
 * default port, and the host must be neither this machine nor in its network.
 */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  const host = parseHost(url);
  if (isIP(host) !== 0) return isPublicIp(host);
  return host.includes('.') && !INTERNAL_NAMES.test(host);
}

const parseHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Resolves a name to all its IP addresses. */
export type ResolveHost = (host: string) => Promise<string[]>;

export const resolveHost: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Returns whether an address is public and its name doesn't currently resolve to a private host. A name that doesn't
 * resolve now is accepted, because the call checks it again.
 */
export async function resolvesToPublicAddress(address: string, resolve: ResolveHost): Promise<boolean> {
  if (!isPublicAddress(address)) return false;
  const host = parseHost(new URL(address));
  if (isIP(host) !== 0) return true;
  const addresses = await resolve(host).catch(() => []);
  return addresses.every(isPublicIp);
}

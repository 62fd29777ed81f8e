import { BlockList, isIP, isIPv6 } from 'node:net';

/** The proxies in front of a node: how many there are, or the networks they're in. */
export type TrustedProxies = number | BlockList;

const MAX_HOPS = 10;

/**
 * Reads TRUST_PROXY: `true` for one proxy, a number of proxies, or networks such as `10.0.0.0/8,fd00::/8`.
 * @returns undefined if no proxy is trusted, and null if the text isn't valid
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined | null {
  if (text === 'false' || text === '0') return undefined;
  if (text === 'true') return 1;
  if (/^\d+$/.test(text)) return Number(text) <= MAX_HOPS ? Number(text) : null;
  const networks = new BlockList();
  for (const part of text.split(',')) {
    const [address = '', bits, ...more] = part.trim().split('/');
    const maxPrefixLength = isIPv6(address) ? 128 : 32;
    const prefix = bits === undefined ? maxPrefixLength : Number(bits);
    const isNetwork = isIP(address) > 0 && more.length === 0 && /^\d*$/.test(bits ?? '') && bits !== '';
    if (!isNetwork || prefix > maxPrefixLength) return null;
    networks.addSubnet(address, prefix, getFamily(address));
  }
  return networks;
}

const getFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
/** Strips the IPv6 prefix of an IPv4 address. */
const removeMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
/** Strips a port that a proxy added. */
const removePort = (address: string) => address.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

/**
 * Returns the address of the client. Each proxy adds the address it was called from at the end of `X-Forwarded-For`.
 * The client may have forged the entries before those of trusted proxies.
 * @param peer the address of the connection
 */
export function findClientAddress(
  proxies: TrustedProxies | undefined,
  forwardedFor: string | null,
  peer: string | undefined,
): string | null {
  const forwardedAddresses = (forwardedFor ?? '')
    .split(',')
    .map((part) => removePort(part.trim()))
    .filter(Boolean);
  if (proxies === undefined || forwardedAddresses.length === 0) return peer ?? null;
  if (typeof proxies === 'number') return forwardedAddresses.at(-proxies) ?? forwardedAddresses[0]!;
  const isTrusted = (address: string) => {
    const ipAddress = removeMapping(address);
    return isIP(ipAddress) > 0 && proxies.check(ipAddress, getFamily(ipAddress));
  };
  if (!peer || !isTrusted(peer)) return peer ?? null;
  return forwardedAddresses.findLast((address) => !isTrusted(address)) ?? forwardedAddresses[0]!;
}

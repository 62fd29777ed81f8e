import { isIPv4, isIPv6 } from 'node:net';

const GROUP_COUNT = 8;

/** Strips the prefix of an IPv4-mapped address (RFC 4291 2.5.5.2) and the zone of a link-local one. */
const normalizeIp = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** Returns the first groups of an IPv6 address in normalized spelling. */
function getPrefix(ip: string, groups: number): string {
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const between = Array<string>(Math.max(0, GROUP_COUNT - head.length - tail.length)).fill('0');
  const prefixGroups = [...head, ...between, ...tail].slice(0, groups);
  return `${prefixGroups.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/${groups * 16}`;
}

/**
 * Returns the key for rate limits by address: an IPv4 address, or the whole network of an IPv6 address, because its
 * owner controls all addresses in it (RFC 4291 2.5.4). Returns null if no address is known.
 */
export function getRateLimitSubject(ip: string | null): string | null {
  if (ip === null) return null;
  const ipAddress = normalizeIp(ip);
  return isIPv6(ipAddress) ? getPrefix(ipAddress, 4) : ipAddress;
}

/**
 * Returns the network of an address, because the security log stores only that. For IPv4, it's the network of 256
 * addresses (/24); for IPv6, the site prefix (RFC 6177).
 */
export function getNetwork(ip: string | null): string | null {
  const ipAddress = normalizeIp(ip ?? '');
  if (isIPv4(ipAddress)) return `${ipAddress.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(ipAddress) ? getPrefix(ipAddress, 3) : null;
}

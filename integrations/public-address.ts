import { BlockList, isIP } from 'node:net';

/** Addresses of machines that are nobody's business outside: this one, its network, the cloud that it runs in. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv6');
}

/** Names that lead into a network and never out of it. */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/;

/**
 * Whether we may call an address that somebody from outside gave us: over TLS, at the usual port, and by its parsed host
 * neither this machine nor one of its neighbours. What a public name resolves to is not looked at: whoever answers has to
 * show a certificate for that name.
 */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(host);
  // A mapped address is looked at as what it leads to.
  if (family !== 0) return !PRIVATE.check(host, family === 6 ? 'ipv6' : 'ipv4');
  return host.includes('.') && !INSIDE.test(host);
}

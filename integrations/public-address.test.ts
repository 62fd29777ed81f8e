import { createServer } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { isPublicAddress, resolvesToPublicAddress } from './public-address.ts';
import { createPublicAgent, PRIVATE_HOST } from './public-fetch.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QG',
  'https://8.8.8.8/push',
  'https://[2606:4700::1111]/push',
  'https://[2a00:5efe::1]/push',
  'https://[2a00::1:5efe:7f00:1]/push',
  'https://[2a00:1:2:3:4:5:6:7]/push',
])('accepts %s as a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/',
  'https://user:word@fcm.googleapis.com/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://database/',
  'https://127.0.0.1/',
  // The same host in different notations.
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.0.1/',
  'https://192.168.1.1/',
  'https://0.0.0.0/',
  'https://239.1.1.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[2a00::5efe:7f00:1]/',
  'https://[2a00:1:2:3:0:5efe:10.0.0.1]/',
  'https://[2a00:1:2:3:200:5efe:8.8.8.8]/',
  // IPv4 addresses embedded in IPv6 ones, whether public or not: mapped, 6to4, Teredo, NAT64 and its local variant.
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[2002:808:808::1]/',
  'https://[2001:0:7f00:1::]/',
  'https://[64:ff9b::a00:1]/',
  'https://[64:ff9b::808:808]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2001:db8::1]/',
  'https://[100::1]/',
  'https://[4000::1]/',
  'https://192.0.2.1/',
  'https://postgres.default.svc/',
  'https://kubernetes.default.svc.cluster.local/',
  'https://api.svc./',
  'https://node.consul/',
  'https://vault.internal/',
  'https://redis/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'file:///etc/passwd',
  'not an address',
])('rejects %s as a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe('host name resolution', () => {
  const resolveTo = (addresses: string[]) => async () => addresses;

  it.each([
    [['93.184.215.14'], true],
    [['93.184.215.14', '2606:4700::1111'], true],
    [['10.0.0.1'], false],
    [['93.184.215.14', '10.0.0.1'], false],
    [['::1'], false],
    [['64:ff9b::a00:1'], false],
    [['::ffff:127.0.0.1'], false],
    [['2a00::5efe:127.0.0.1'], false],
    [[], true],
  ])('reports whether a name that resolves to %j is public: %s', async (addresses, isPublic) => {
    expect(await resolvesToPublicAddress('https://push.example.org/1', resolveTo(addresses))).toBe(isPublic);
  });

  it('skips the lookup when the URL alone decides', async () => {
    const failLookup = async () => {
      throw new Error('asked');
    };
    expect(await resolvesToPublicAddress('https://push.internal/1', failLookup)).toBe(false);
    expect(await resolvesToPublicAddress('https://8.8.8.8/1', failLookup)).toBe(true);
    expect(await resolvesToPublicAddress('https://nowhere.example.org/1', failLookup)).toBe(true);
  });

  it('refuses a private address even if the name resolved to a public one before', async () => {
    const reachedHosts: string[] = [];
    const server = createServer((socket) => {
      reachedHosts.push('connected');
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    let addressLists = [['93.184.215.14'], ['127.0.0.1']];
    const resolveRebinding = async () => (addressLists.length > 1 ? addressLists.shift()! : addressLists[0]!);
    expect(await resolvesToPublicAddress('https://push.example.org/1', resolveRebinding)).toBe(true);
    const publicOptions = { dispatcher: await createPublicAgent(resolveRebinding) } as RequestInit;
    const request = fetch(`https://push.example.org:${port}/1`, { ...publicOptions, method: 'POST', body: 'x' });
    await expect(request).rejects.toMatchObject({ cause: { code: PRIVATE_HOST } });
    addressLists = [['::1', '127.0.0.1']];
    const secondResponse = fetch(`http://push.example.org:${port}/1`, publicOptions);
    await expect(secondResponse).rejects.toMatchObject({ cause: { code: PRIVATE_HOST } });
    expect(reachedHosts).toEqual([]);
    server.close();
  });

  it('connects to exactly the address it checked', async () => {
    const lookedUp: string[] = [];
    const agent = await createPublicAgent(async (host) => {
      lookedUp.push(host);
      // A public address that's unassigned and therefore unreachable.
      return ['2606:4700:ffff:ffff:ffff:ffff:ffff:ffff'];
    });
    const request = fetch('https://push.example.org/1', {
      dispatcher: agent,
      signal: AbortSignal.timeout(300),
    } as RequestInit);
    const failure = (await request.catch((error: unknown) => error)) as {
      name: string;
      cause?: { address?: string; code?: string };
    };
    expect(lookedUp).toEqual(['push.example.org']);
    expect(failure.cause?.code).not.toBe(PRIVATE_HOST);
    if (failure.cause?.address) expect(failure.cause.address).toBe('2606:4700:ffff:ffff:ffff:ffff:ffff:ffff');
  });
});

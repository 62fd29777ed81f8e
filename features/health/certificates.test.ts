import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { readCertificateExpiry } from './certificates.commands.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => void server.close()));

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('readCertificateExpiry', () => {
  it.skipIf(!existsSync('/usr/bin/openssl'))('reads when the certificate expires, even a self-signed one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [key, cert] = ['key', 'cert'].map((name) => join(folder, name)) as [string, string];
    const subject = ['-subj', '/CN=localhost', '-days', '30'];
    execFileSync(
      '/usr/bin/openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
      { stdio: 'pipe' },
    );
    const origin = await listen(createServer({ key: readFileSync(key), cert: readFileSync(cert) }));
    rmSync(folder, { recursive: true });
    const days = ((await readCertificateExpiry(origin))!.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  it('returns nothing when no certificate is presented', async () => {
    expect(await readCertificateExpiry(await listen(createTcpServer((socket) => socket.destroy())))).toBeUndefined();
  });
});

import { existsSync } from 'node:fs';

const BINARIES = '/usr/lib/postgresql/15/bin';

/** Programs of a cluster where Debian puts them, with their packages. */
export const PROGRAMS = {
  etcd: { path: '/usr/bin/etcd', package: 'etcd-server' },
  patroni: { path: '/usr/bin/patroni', package: 'patroni' },
  haproxy: { path: '/usr/sbin/haproxy', package: 'haproxy' },
  pgbouncer: { path: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  postgres: { path: `${BINARIES}/postgres`, package: 'postgresql-15' },
} as const;
export const POSTGRES_BINARIES = BINARIES;

/** What Patroni loads to speak to etcd and PostgreSQL, which Debian only recommends. */
const MODULES = [
  { path: '/usr/lib/python3/dist-packages/etcd/__init__.py', package: 'python3-etcd' },
  { path: '/usr/lib/python3/dist-packages/psycopg2/__init__.py', package: 'python3-psycopg2' },
];

/** @returns the packages that are missing on this machine */
export const listMissingPackages = (): string[] =>
  [...Object.values(PROGRAMS), ...MODULES].filter(({ path }) => !existsSync(path)).map((one) => one.package);

/** @returns what a suite that needs a cluster is to be called: with the reason when it cannot run */
export function describeCluster(name: string): string {
  const missing = listMissingPackages();
  return missing.length === 0 ? name : `${name} (skipped: no ${missing.includes('patroni') ? 'Patroni' : missing[0]})`;
}

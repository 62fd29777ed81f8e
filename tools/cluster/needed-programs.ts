import { existsSync } from 'node:fs';

const BINARIES = '/usr/lib/postgresql/15/bin';

/** Programs that a cluster needs, with their paths and Debian packages. */
export const PROGRAMS = {
  etcd: { path: '/usr/bin/etcd', package: 'etcd-server' },
  patroni: { path: '/usr/bin/patroni', package: 'patroni' },
  haproxy: { path: '/usr/sbin/haproxy', package: 'haproxy' },
  pgbouncer: { path: '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  postgres: { path: `${BINARIES}/postgres`, package: 'postgresql-15' },
} as const;
export const POSTGRES_BINARIES = BINARIES;

/**
 * Modules that Patroni needs to connect to etcd and PostgreSQL. They may be missing, because Debian's package only
 * recommends them.
 */
const MODULES = [
  { path: '/usr/lib/python3/dist-packages/etcd/__init__.py', package: 'python3-etcd' },
  { path: '/usr/lib/python3/dist-packages/psycopg2/__init__.py', package: 'python3-psycopg2' },
];

/** @returns the packages missing on this machine */
export const listMissingPackages = (): string[] =>
  [...Object.values(PROGRAMS), ...MODULES].filter(({ path }) => !existsSync(path)).map((one) => one.package);

/** @returns the name of a suite that needs a cluster, with the reason if it's skipped */
export function describeCluster(name: string): string {
  const missingPackages = listMissingPackages();
  return missingPackages.length === 0
    ? name
    : `${name} (skipped: no ${missingPackages.includes('patroni') ? 'Patroni' : missingPackages[0]})`;
}

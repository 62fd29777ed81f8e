import type { Address, ClusterPlan } from './cluster-plan.ts';

const toAddress = (last: number, port: number): Address => ({ host: `10.0.0.${last}`, port });
const numbers = [1, 2, 3];

/** The cluster of `deploy/`: three database machines, a load balancer, three web nodes and two workers. */
export const OPERATOR_PLAN: ClusterPlan = {
  etcd: numbers.map((n) => ({
    name: `db${n}`,
    client: toAddress(10 + n, 2379),
    peer: toAddress(10 + n, 2380),
    folder: '/var/lib/etcd/planet-crew',
  })),
  databases: numbers.map((n) => ({
    name: `db${n}`,
    postgres: toAddress(10 + n, 5432),
    rest: toAddress(10 + n, 8008),
    data: '/var/lib/postgresql/15/planet-crew',
    sockets: '/var/run/postgresql',
  })),
  balancer: { site: toAddress(20, 80), primary: toAddress(20, 5000), replicas: toAddress(20, 5001) },
  pooler: { address: toAddress(20, 6432), users: '/etc/pgbouncer/userlist.txt' },
  nodes: [
    ...numbers.map((n) => ({ name: `web${n}`, role: 'web' as const, address: toAddress(30 + n, 3000) })),
    ...[1, 2].map((n) => ({ name: `worker${n}`, role: 'worker' as const, address: toAddress(40 + n, 3000) })),
  ],
  secrets: { superuser: 'CHANGE-ME-1', replication: 'CHANGE-ME-2', application: 'CHANGE-ME-3' },
  network: '10.0.0.0/24',
  binaries: '/usr/lib/postgresql/15/bin',
  system: true,
};

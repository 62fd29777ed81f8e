/** A host and port. */
export type Address = { host: string; port: number };

export type EtcdMember = { name: string; client: Address; peer: Address; folder: string };

export type DatabaseNode = {
  name: string;
  postgres: Address;
  rest: Address;
  /** Where the others find it, when that is not where it listens. */
  reached?: { postgres: Address; rest: Address };
  /** Where it finds etcd, when that is not where etcd says that it is. */
  etcd?: Address[];
  data: string;
  sockets: string;
};

export type WebNode = { name: string; role: 'web' | 'worker'; address: Address };

/** Where everything is: what the files of a cluster are written from, on one machine or on many. */
export type Plan = {
  etcd: EtcdMember[];
  databases: DatabaseNode[];
  balancer: { site: Address; primary: Address; replicas: Address };
  pooler: { address: Address; users: string };
  nodes: WebNode[];
  secrets: { superuser: string; replication: string; application: string };
  /** Networks from which databases may be asked. */
  network: string;
  binaries: string;
  /** Whether services of the system start the parts: logs go to them, and hosts have watchdogs. */
  system: boolean;
};

export const DATABASE = 'planet_crew';
export const REPLICA_ALIAS = 'planet_crew_replica';

export const formatAddress = ({ host, port }: Address): string => `${host}:${port}`;
export const toHttpUrl = (address: Address): string => `http://${formatAddress(address)}`;

/** The addresses that a node of ours is given. */
export function createDatabaseVariables({ secrets, pooler, balancer }: Plan): Record<string, string> {
  const url = (address: Address, database: string) =>
    `postgres://${DATABASE}:${secrets.application}@${formatAddress(address)}/${database}`;
  return {
    DATABASE_URL: url(pooler.address, DATABASE),
    DATABASE_REPLICA_URL: url(pooler.address, REPLICA_ALIAS),
    DATABASE_DIRECT_URL: url(balancer.primary, DATABASE),
  };
}

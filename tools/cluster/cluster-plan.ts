export type Address = { host: string; port: number };

export type EtcdMember = { name: string; client: Address; peer: Address; folder: string };

export type DatabaseNode = {
  name: string;
  postgres: Address;
  rest: Address;
  /** Addresses at which other parts reach the node, if they differ from the ones it listens on. */
  reached?: { postgres: Address; rest: Address };
  /** Addresses at which the node reaches etcd, if they differ from etcd's own. */
  etcd?: Address[];
  data: string;
  sockets: string;
};

export type WebNode = { name: string; role: 'web' | 'worker'; address: Address };

/** The layout that a cluster's configuration files are created from, on one machine or several. */
export type ClusterPlan = {
  etcd: EtcdMember[];
  databases: DatabaseNode[];
  balancer: { site: Address; primary: Address; replicas: Address };
  pooler: { address: Address; users: string };
  nodes: WebNode[];
  secrets: { superuser: string; replication: string; application: string };
  /** The network whose hosts may connect to the databases. */
  network: string;
  binaries: string;
  /** Whether system services start the parts. If so, the services write the logs and hosts have watchdogs. */
  system: boolean;
};

export const DATABASE_NAME = 'planet_crew';
export const REPLICA_ALIAS = 'planet_crew_replica';

export const formatAddress = ({ host, port }: Address): string => `${host}:${port}`;
export const toHttpUrl = (address: Address): string => `http://${formatAddress(address)}`;

/** Creates the database variables of our nodes. */
export function createDatabaseVariables({ secrets, pooler, balancer }: ClusterPlan): Record<string, string> {
  const toUrl = (address: Address, database: string) =>
    `postgres://${DATABASE_NAME}:${secrets.application}@${formatAddress(address)}/${database}`;
  return {
    DATABASE_URL: toUrl(pooler.address, DATABASE_NAME),
    DATABASE_REPLICA_URL: toUrl(pooler.address, REPLICA_ALIAS),
    DATABASE_DIRECT_URL: toUrl(balancer.primary, DATABASE_NAME),
  };
}

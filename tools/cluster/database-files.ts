import { stringify } from 'yaml';
import {
  type ClusterPlan,
  DATABASE_NAME,
  type DatabaseNode,
  type EtcdMember,
  formatAddress,
  REPLICA_ALIAS,
  toHttpUrl,
} from './cluster-plan.ts';

/**
 * Timings in seconds. A leader that's silent for TTL is replaced. Promotion and the load balancer's check take
 * additional time. Patroni 3.1 and later require a TTL of at least 20.
 */
const TTL = 7;
const LOOP_WAIT = 1;
const RETRY_TIMEOUT = 3;
/**
 * Maximum number of PostgreSQL connections that all nodes together open through the pooler, and of clients that connect
 * to the pooler.
 */
export const SERVER_CONNECTIONS = 40;
const CLIENT_CONNECTIONS = 2_000;

/** Creates the environment variables of one etcd member, as in /etc/default/etcd. */
export function createEtcdVariables(plan: ClusterPlan, member: EtcdMember): Record<string, string> {
  return {
    ETCD_NAME: member.name,
    ETCD_DATA_DIR: member.folder,
    ETCD_LISTEN_CLIENT_URLS: toHttpUrl(member.client),
    ETCD_ADVERTISE_CLIENT_URLS: toHttpUrl(member.client),
    ETCD_LISTEN_PEER_URLS: toHttpUrl(member.peer),
    ETCD_INITIAL_ADVERTISE_PEER_URLS: toHttpUrl(member.peer),
    ETCD_INITIAL_CLUSTER: plan.etcd.map(({ name, peer }) => `${name}=${toHttpUrl(peer)}`).join(','),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_INITIAL_CLUSTER_TOKEN: 'planet-crew',
    // Patroni uses version 2 of etcd's API.
    ETCD_ENABLE_V2: 'true',
    ETCD_HEARTBEAT_INTERVAL: '200',
    ETCD_ELECTION_TIMEOUT: '2000',
  };
}

export function createPatroniFile(plan: ClusterPlan, node: DatabaseNode): string {
  const { postgres, rest } = node.reached ?? node;
  const { superuser, replication } = plan.secrets;
  const formatRule = (user: string, database: string) => `host ${database} ${user} ${plan.network} scram-sha-256`;
  const settings = {
    scope: 'planet-crew',
    name: node.name,
    restapi: { listen: formatAddress(node.rest), connect_address: formatAddress(rest) },
    // Use version 2 of etcd's API, because with version 3, Patroni before 3.0.3 lets a frozen leader take the lock back
    // from its replacement.
    etcd: {
      hosts: (node.etcd ?? plan.etcd.map(({ client }) => client)).map(formatAddress),
      ...(node.etcd ? { use_proxies: true } : {}),
    },
    bootstrap: {
      dcs: {
        ttl: TTL,
        loop_wait: LOOP_WAIT,
        retry_timeout: RETRY_TIMEOUT,
        maximum_lag_on_failover: 1_048_576,
        // Acknowledge writes only once they're on a second node, and let only a node with all acknowledged writes take
        // over.
        synchronous_mode: true,
        primary_start_timeout: 5,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 120,
            wal_log_hints: 'on',
            wal_compression: 'on',
            hot_standby: 'on',
            wal_keep_size: '256MB',
            max_slot_wal_keep_size: '1GB',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: formatAddress(node.postgres),
      connect_address: formatAddress(postgres),
      bin_dir: plan.binaries,
      data_dir: node.data,
      pgpass: `${node.sockets}/.pgpass`,
      parameters: { unix_socket_directories: node.sockets },
      authentication: {
        superuser: { username: 'postgres', password: superuser },
        replication: { username: 'replicator', password: replication },
      },
      pg_hba: [
        'local all all peer',
        `host replication replicator ${plan.network} scram-sha-256`,
        formatRule('postgres', 'all'),
        formatRule(DATABASE_NAME, DATABASE_NAME),
      ],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: plan.system ? 'automatic' : 'off' },
  };
  return stringify(settings, { lineWidth: 0 });
}

/** Creates the SQL that runs once on the first leader to create our role and database. */
export function createBootstrapSql({ secrets }: ClusterPlan): string[] {
  return [
    `create role ${DATABASE_NAME} login password '${secrets.application}'`,
    `create database ${DATABASE_NAME} owner ${DATABASE_NAME}`,
  ];
}

/**
 * Creates the PgBouncer configuration: transaction pooling to the leader that the load balancer reports, and to
 * replicas.
 */
export function createPoolerFile({ balancer, pooler, system }: ClusterPlan): string {
  const { primary, replicas } = balancer;
  return `[databases]
${DATABASE_NAME} = host=${primary.host} port=${primary.port} dbname=${DATABASE_NAME}
${REPLICA_ALIAS} = host=${replicas.host} port=${replicas.port} dbname=${DATABASE_NAME}

[pgbouncer]
listen_addr = ${pooler.address.host}
listen_port = ${pooler.address.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${pooler.users}
pool_mode = transaction
max_client_conn = ${CLIENT_CONNECTIONS}
default_pool_size = ${SERVER_CONNECTIONS}
max_db_connections = ${SERVER_CONNECTIONS}
; Whoever waits longer gets 503 from us: a failover must not pile them up.
query_wait_timeout = 6
server_connect_timeout = 2
; Seconds until it looks again for a leader that was not there.
server_login_retry = 1
tcp_keepalive = 1
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
${system ? 'logfile = /var/log/postgresql/pgbouncer.log\npidfile = /var/run/postgresql/pgbouncer.pid\n' : ''}`;
}

export const createPoolerUsers = ({ secrets }: ClusterPlan): string => `"${DATABASE_NAME}" "${secrets.application}"\n`;

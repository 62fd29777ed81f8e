import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { getUnprivilegedUser } from '../../db/test-postgres.ts';
import { createBalancerFile } from './balancer-file.ts';
import { ClusterPart } from './cluster-part.ts';
import { type Address, type ClusterPlan, createDatabaseVariables, formatAddress, toHttpUrl } from './cluster-plan.ts';
import {
  createBootstrapSql,
  createEtcdVariables,
  createPatroniFile,
  createPoolerFile,
  createPoolerUsers,
} from './database-files.ts';
import { listMissingPackages, PROGRAMS } from './needed-programs.ts';
import { type Relay, startRelay } from './relay.ts';
import { createTrialPlan, DEFAULT_SIZE, type TrialSize } from './trial-plan.ts';

const START_TIMEOUT_MS = 120_000;
const ROOT = new URL('../../', import.meta.url).pathname;
/** Arguments of `npm start`, so that the trial cluster starts nodes as operators do. */
const START: string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(1);

export type Cluster = {
  plan: ClusterPlan;
  folder: string;
  /** Public origin of the site. */
  origin: string;
  parts: Map<string, ClusterPart>;
  /** @returns the name of the leader as the database nodes report it; undefined if there is none */
  leader: () => Promise<string | undefined>;
  stop: () => Promise<void>;
};

type StartOptions = {
  size?: TrialSize;
  /** Called with the name of each step as it starts. */
  onStep?: (step: string) => void;
  /** Aborts the start and stops the parts that are already running. */
  signal?: AbortSignal;
};

/** Thrown when packages that a cluster needs are missing. */
export class MissingProgramsError extends Error {}

/**
 * Starts all parts of a cluster on this machine, in a temporary folder and as an unprivileged user, and waits until it
 * serves requests.
 * @param variables additional variables for our own nodes
 */
export async function startCluster(
  variables: Record<string, string> = {},
  { size = DEFAULT_SIZE, onStep = () => {}, signal }: StartOptions = {},
): Promise<Cluster> {
  const waitUntilReady = (isSo: () => Promise<boolean>, what: string) => waitUntil(isSo, what, signal);
  const missingPackages = listMissingPackages();
  if (missingPackages.length > 0) {
    throw new MissingProgramsError(
      `A cluster needs ${missingPackages.join(', ')}. Install: apt-get install --no-install-recommends ${missingPackages.join(' ')}`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'planet-crew-cluster-'));
  const user = await getUnprivilegedUser();
  const plan = await createTrialPlan(folder, size);
  const parts = new Map<string, ClusterPart>();
  const relays: Relay[] = [];
  const add = (part: ClusterPart) => parts.set(part.name, part);
  const makeOwner = (path: string) => user.uid !== undefined && chownSync(path, user.uid, user.gid ?? user.uid);
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    makeOwner(path);
    return path;
  };
  const makeFolder = (path: string) => {
    mkdirSync(path, { mode: 0o700, recursive: true });
    makeOwner(path);
  };
  makeOwner(folder);
  const stopCluster = async () => {
    // Stop our nodes first, so they don't write to parts that are shutting down.
    for (const part of [...parts.values()].reverse()) {
      await (part.name.startsWith('web') || part.name.startsWith('worker') ? part.stop() : part.kill());
    }
    for (const relay of relays) await relay.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const createPartOptions = (name: string) => ({ name, log: join(folder, `${name}.log`), who: user, folder });
  try {
    for (const member of plan.etcd) {
      makeFolder(member.folder);
      add(
        new ClusterPart({
          ...createPartOptions(member.name),
          program: PROGRAMS.etcd.path,
          args: [],
          variables: createEtcdVariables(plan, member),
          look: async () =>
            (await fetchStatus(`${toHttpUrl(member.client)}/health`)).health === 'true' ? 'healthy' : 'unhealthy',
        }),
      );
    }
    for (const node of plan.databases) {
      makeFolder(node.sockets);
      const openRelay = async (target: Address) => {
        const relay = await startRelay(target);
        relays.push(relay);
        return relay;
      };
      const [postgresPort, restPort] = [await openRelay(node.postgres), await openRelay(node.rest)];
      const etcd: Relay[] = [];
      for (const { client } of plan.etcd) etcd.push(await openRelay(client));
      node.reached = { postgres: postgresPort.address, rest: restPort.address };
      node.etcd = etcd.map(({ address }) => address);
      add(
        new ClusterPart({
          ...createPartOptions(node.name),
          program: PROGRAMS.patroni.path,
          args: [write(`${node.name}.yml`, createPatroniFile(plan, node))],
          data: node.data,
          relays: [postgresPort, restPort, ...etcd],
          look: () => readRole(node.rest),
        }),
      );
    }
    add(
      new ClusterPart({
        ...createPartOptions('haproxy'),
        program: PROGRAMS.haproxy.path,
        args: ['-db', '-f', write('haproxy.cfg', createBalancerFile(plan))],
        look: () => readPortState(plan.balancer.site),
      }),
    );
    write('userlist.txt', createPoolerUsers(plan));
    const addresses = createDatabaseVariables(plan);
    add(
      new ClusterPart({
        ...createPartOptions('pgbouncer'),
        program: PROGRAMS.pgbouncer.path,
        args: [write('pgbouncer.ini', createPoolerFile(plan))],
        look: () => readPoolerState(addresses.DATABASE_URL!),
      }),
    );
    const origin = toHttpUrl(plan.balancer.site);
    makeFolder(join(folder, 'uploads'));
    for (const { name, role, address } of plan.nodes) {
      add(
        new ClusterPart({
          ...createPartOptions(name),
          folder: ROOT,
          program: process.execPath,
          args: START,
          variables: {
            NODE_ENV: 'test',
            LOG_LEVEL: 'warn',
            HOST: address.host,
            PORT: String(address.port),
            ROLE: role,
            PUBLIC_ORIGIN: origin,
            TRUST_PROXY: 'true',
            SHUTDOWN_DELAY: '3',
            HOME: folder,
            DATA_DIR: join(folder, 'uploads'),
            ...addresses,
            ...variables,
          },
          look: async () => {
            if (role === 'worker') return 'running';
            const response = await fetch(`${toHttpUrl(address)}/api/health/ready`, {
              signal: AbortSignal.timeout(1_400),
            });
            await response.text();
            return response.ok ? 'ready' : 'not ready';
          },
        }),
      );
    }
    const getPart = (name: string) => parts.get(name)!;
    onStep('etcd');
    for (const { name } of plan.etcd) getPart(name).start();
    await waitUntilReady(
      async () => (await listStates(parts, plan.etcd)).every((state) => state === 'healthy'),
      'etcd',
    );
    onStep('PostgreSQL under Patroni');
    for (const { name } of plan.databases) getPart(name).start();
    const findLeader = async () => {
      const roles = await listStates(parts, plan.databases);
      return plan.databases[roles.findIndex((role) => role.startsWith('leader'))]?.name;
    };
    await waitUntilReady(async () => (await findLeader()) !== undefined, 'A leader');
    getPart('haproxy').start();
    getPart('pgbouncer').start();
    onStep('the database of the product');
    await waitUntilReady(() => createDatabaseOnce(plan), 'The database behind the balancer');
    await waitUntilReady(async () => {
      const roles = await listStates(parts, plan.databases);
      return (
        roles.every((role) => /^(leader|sync standby|replica)/.test(role)) &&
        roles.some((role) => role.startsWith('sync'))
      );
    }, 'Replicas, one of them in step with the leader,');
    await waitUntilReady(async () => (await getPart('pgbouncer').readState()) === 'leads to the leader', 'The pooler');
    onStep('nodes');
    for (const { name } of plan.nodes) getPart(name).start();
    const webs = plan.nodes.filter(({ role }) => role === 'web');
    await waitUntilReady(
      async () => (await listStates(parts, webs)).every((state) => state === 'ready'),
      'Every web node',
    );
    await waitUntilReady(async () => (await fetch(`${origin}/api/health/ready`)).ok, 'The balancer');
    return { plan, folder, origin, parts, leader: findLeader, stop: stopCluster };
  } catch (error) {
    const logs = [...parts.values()].map(({ options: { name, log } }) => `--- ${name}\n${readTail(log)}`);
    await stopCluster();
    throw new Error(`${(error as Error).message}\n${logs.join('\n')}`, { cause: error });
  }
}

function readTail(log: string): string {
  try {
    return readFileSync(log, 'utf8').slice(-600);
  } catch {
    return '';
  }
}

const listStates = (parts: Map<string, ClusterPart>, members: { name: string }[]) =>
  Promise.all(members.map(({ name }) => parts.get(name)!.readState()));

async function waitUntil(isSo: () => Promise<boolean>, what: string, signal?: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo().catch(() => false))) {
    signal?.throwIfAborted();
    if (performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`${what} did not come up within ${START_TIMEOUT_MS / 1_000} s.`);
    await pause(200);
  }
}

async function fetchStatus(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(1_400) });
  return (await response.json()) as Record<string, unknown>;
}

/** Returns the state and role that a database node reports. */
async function readRole(restAddress: Address): Promise<string> {
  const { state, role, sync_standby, timeline } = await fetchStatus(`${toHttpUrl(restAddress)}/patroni`);
  if (state !== 'running') return String(state);
  const isLeader = role === 'master' || role === 'primary';
  return `${isLeader ? 'leader' : sync_standby ? 'sync standby' : 'replica'}, timeline ${timeline}`;
}

function readPortState({ host, port }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve('listening'));
    socket.once('connect', () => socket.destroy());
    socket.once('error', reject);
  });
}

async function readPoolerState(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_400, query_timeout: 1_400 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as follows');
    return rows[0].follows ? 'leads to a replica' : 'leads to the leader';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates the product's role and database if they don't exist yet. */
async function createDatabaseOnce(plan: ClusterPlan): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${plan.secrets.superuser}@${formatAddress(plan.balancer.primary)}/postgres`,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    for (const statement of createBootstrapSql(plan)) {
      await client.query(statement).catch((error: { code?: string }) => {
        // Ignore existing objects, which an earlier attempt created before its response was lost.
        if (error.code !== '42710' && error.code !== '42P04') throw error;
      });
    }
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

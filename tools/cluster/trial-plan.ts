import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findFreePort } from '../../db/test-postgres.ts';
import type { Address, ClusterPlan, WebNode } from './cluster-plan.ts';
import { POSTGRES_BINARIES } from './needed-programs.ts';

const HOST = '127.0.0.1';

export type TrialSize = { databases: number; web: number; workers: number };
export const DEFAULT_SIZE: TrialSize = { databases: 3, web: 3, workers: 2 };

/** Creates the plan of a cluster on this machine's loopback interface, with everything in one folder. */
export async function createTrialPlan(folder: string, { databases, web, workers }: TrialSize): Promise<ClusterPlan> {
  const usedPorts = new Set<number>();
  const createAddress = async (): Promise<Address> => {
    for (;;) {
      const port = await findFreePort();
      if (!usedPorts.has(port)) {
        usedPorts.add(port);
        return { host: HOST, port };
      }
    }
  };
  const createSecret = () => randomBytes(12).toString('hex');
  const createNames = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  const etcd: ClusterPlan['etcd'] = [];
  for (const name of createNames('etcd', databases)) {
    etcd.push({ name, client: await createAddress(), peer: await createAddress(), folder: join(folder, name) });
  }
  const nodes: WebNode[] = [];
  for (const name of [...createNames('web', web), ...createNames('worker', workers)]) {
    nodes.push({ name, role: name.startsWith('web') ? 'web' : 'worker', address: await createAddress() });
  }
  const plan: ClusterPlan = {
    etcd,
    databases: [],
    balancer: { site: await createAddress(), primary: await createAddress(), replicas: await createAddress() },
    pooler: { address: await createAddress(), users: join(folder, 'userlist.txt') },
    nodes,
    secrets: { superuser: createSecret(), replication: createSecret(), application: createSecret() },
    network: '127.0.0.0/8',
    binaries: POSTGRES_BINARIES,
    system: false,
  };
  for (const name of createNames('db', databases)) {
    plan.databases.push({
      name,
      postgres: await createAddress(),
      rest: await createAddress(),
      data: join(folder, `${name}-data`),
      sockets: join(folder, name),
    });
  }
  return plan;
}

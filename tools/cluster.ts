import { createInterface } from 'node:readline';
import { type Cluster, MissingProgramsError, startCluster } from './cluster/start-cluster.ts';

const CHECK_INTERVAL_MS = 1_000;
const HELP = `kill <part>      ends it at once, as a power cut does
freeze <part>    stops it in the middle of what it does
cut <part>       pulls its network out (database nodes)
restart <part>   brings it back: thaws, heals, or stops and starts it
status           how every part is
stop             ends everything`;

function formatAddresses({ plan, origin, folder }: Cluster): string {
  const { balancer, pooler } = plan;
  return [
    `site             ${origin} (sign up with any address and a password)`,
    `PostgreSQL       ${balancer.primary.host}:${balancer.primary.port} leader, ${balancer.replicas.port} replicas, ${pooler.address.port} pooler`,
    `postgres         password ${plan.secrets.superuser}`,
    `files and logs   ${folder}`,
  ].join('\n');
}

const formatStates = async ({ parts }: Cluster): Promise<Map<string, string>> =>
  new Map(await Promise.all([...parts.values()].map(async (part) => [part.name, await part.readState()] as const)));

/** Prints a message whenever the state of a part changes. */
function watchParts(cluster: Cluster): () => void {
  let lastStates = new Map<string, string>();
  let isOver = false;
  const printChanges = async () => {
    const states = await formatStates(cluster);
    if (isOver) return;
    for (const [name, state] of states) {
      const before = lastStates.get(name);
      if (before !== undefined && before !== state) {
        console.log(`${new Date().toISOString().slice(11, 19)}  ${name}: ${before} → ${state}`);
      }
    }
    lastStates = states;
    setTimeout(printChanges, CHECK_INTERVAL_MS).unref();
  };
  void printChanges();
  return () => {
    isOver = true;
  };
}

async function runCommand(cluster: Cluster, line: string): Promise<void> {
  const [command = '', name = ''] = line.trim().split(/\s+/);
  if (command === '') return;
  if (command === 'status') {
    for (const [part, state] of await formatStates(cluster)) console.log(`${part.padEnd(11)}${state}`);
    return;
  }
  if (!['kill', 'freeze', 'cut', 'restart'].includes(command)) return console.log(HELP);
  const part = cluster.parts.get(name);
  if (!part) return console.log(`There is no part "${name}". There are: ${[...cluster.parts.keys()].join(', ')}.`);
  if (command === 'kill') await part.kill();
  if (command === 'freeze') part.freeze();
  if (command === 'restart') await part.restart();
  if (command === 'cut' && !part.cut()) {
    return console.log(`${name} can be killed or frozen; only database nodes can be cut off.`);
  }
  console.log(`${command} ${name}: done.`);
}

/** `npm run cluster`: runs a whole cluster on this machine and reads commands from standard input. */
async function main(): Promise<void> {
  let cluster: Cluster;
  const controller = new AbortController();
  const requestStop = () => controller.abort(new Error('It was told to end before everything had started.'));
  process.once('SIGINT', requestStop).once('SIGTERM', requestStop);
  try {
    cluster = await startCluster(
      { AUTH_AUTOCONFIRM: 'true', SMTP_URL: 'smtp://127.0.0.1:9', METRICS_TOKEN: 'let-me-measure' },
      { onStep: (step) => console.log(`starting ${step} …`), signal: controller.signal },
    );
  } catch (error) {
    console.error((error as Error).message);
    process.exit(error instanceof MissingProgramsError ? 2 : 1);
  }
  const unwatch = watchParts(cluster);
  console.log(`\n${formatAddresses(cluster)}\n\n${HELP}\n`);
  await runCommand(cluster, 'status');
  const lines = createInterface({ input: process.stdin });
  let isOver = false;
  const endCluster = async () => {
    if (isOver) return;
    isOver = true;
    unwatch();
    lines.close();
    console.log('ending everything …');
    await cluster.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void endCluster());
  process.on('SIGTERM', () => void endCluster());
  let turn = Promise.resolve();
  lines.on('line', (line) => {
    turn = turn.then(() => (line.trim() === 'stop' ? endCluster() : runCommand(cluster, line)));
  });
  // The cluster runs until it's stopped, even if it gets no commands.
}

await main();

import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../server/test-writers.ts';
import { startNode } from '../../tools/node-under-test.ts';

/** Fills the database with a community and runs one matching round on a node, which then stops. */
export async function makeMatchedCommunity(variables: Record<string, string>, players: number): Promise<void> {
  const node = await startNode({ ...variables, SEED_PLAYERS: String(players) });
  const headers = {
    authorization: `Bearer ${await signIn(node.origin, 'Admin')}`,
    'Content-Type': 'application/json',
  };
  const response = await fetch(`${node.origin}/api/matches/run`, { method: 'POST', headers, body: '{}' });
  if (!response.ok) throw new Error(`The matcher did not run: ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  for (let status = ''; status !== 'done'; ) {
    await pause(500);
    ({ status } = await (await fetch(`${node.origin}/api/matches/runs/${id}`, { headers })).json());
    if (status === 'failed') throw new Error('The run of the matcher failed.');
  }
  await node.stop();
}

import { expect, test, vi } from 'vitest';
import { findDemoPlayer, listDemoCards } from './demonstration-players.ts';
import type { Deps } from './deps.ts';
import { readEnv } from './env.ts';
import { startSamplePlayers } from './sample-players-start.ts';

const env = readEnv({ NODE_ENV: 'test', SEED_PLAYERS: '3' });
const getProgram = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

function start(source: string) {
  const log = { warn: vi.fn(), debug: vi.fn() };
  const end = startSamplePlayers(
    { env, log: log as unknown as Deps['log'] },
    { program: getProgram(source), afterMs: 5, againMs: 10 },
  );
  return { log, end };
}

test('restarts crashed sample players a limited number of times', async () => {
  const { log, end } = start('throw new Error("They have gone home.")');
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(5), { timeout: 20_000 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(log.warn).toHaveBeenCalledTimes(5);
  expect(log.warn.mock.calls[0]![0].err.message).toContain('They have gone home.');
  await end();
});

test('passes sample players their data but no environment, and stops them on request', async () => {
  const { log, end } = start(`
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.postMessage({ warn: JSON.stringify([workerData, process.env]) });
    parentPort.once('message', () => parentPort.close());
  `);
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalled(), { timeout: 20_000 });
  const [workerData, variables] = JSON.parse(log.debug.mock.calls[0]![0].warn);
  expect(workerData).toMatchObject({ address: 'http://127.0.0.1:3000', cards: listDemoCards(env, 3) });
  expect(variables).toEqual({});
  await end();
  expect(log.warn).not.toHaveBeenCalled();
});

test("kills sample players that don't respond", async () => {
  const { log, end } = start(`
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage({ warn: 'here' });
    setInterval(() => {}, 1000);
  `);
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalled(), { timeout: 20_000 });
  await expect(end()).resolves.toBeUndefined();
});

test('recognizes demo players in the sign-in sandbox, and no similar logins', () => {
  const [first] = listDemoCards(env, 3);
  expect(findDemoPlayer(first!.login)).toMatchObject({ login: first!.login, id: 'seed-1-0' });
  for (const login of ['somebody', 'somebody_0', `x${first!.login}`, '_', 'a_zzzzzzzzzzzzzzz']) {
    expect(findDemoPlayer(login), login).toBeUndefined();
  }
});

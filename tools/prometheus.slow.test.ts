import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createAlertsFile, createDashboard, createScrapeFile } from './cluster/monitoring-files.ts';
import { createScratchFolder, findFreePort, type NodeUnderTest, startNode } from './node-under-test.ts';

const PROMETHEUS = '/usr/bin/prometheus';
const PROMTOOL = '/usr/bin/promtool';
const TOKEN = 'a-token';
const isInstalled = existsSync(PROMETHEUS) && existsSync(PROMTOOL);
const title = 'the metrics in a real Prometheus';

type Result<T> = { status: string; data: T };
type Target = { health: string; lastError: string };
type Rule = { name: string; health: string; lastError?: string; state: string };

describe.runIf(isInstalled)(title, () => {
  const folder = createScratchFolder();
  let node: NodeUnderTest;
  let prometheus: ChildProcess;
  let origin: string;
  let output = '';
  const ask = async <T>(path: string): Promise<T> => ((await (await fetch(origin + path)).json()) as Result<T>).data;
  const query = async (expression: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> =>
    (await ask<{ result: [] }>(`/api/v1/query?query=${encodeURIComponent(expression)}`)).result;

  beforeAll(async () => {
    node = await startNode({ METRICS_TOKEN: TOKEN, DATA_DIR: `${folder.path}/data`, SEED_PLAYERS: '0' });
    const scrape = createScrapeFile([new URL(node.origin).host])
      .replace('CHANGE-ME', TOKEN)
      .replace('30s', '1s');
    writeFileSync(`${folder.path}/alerts.yml`, createAlertsFile());
    writeFileSync(
      `${folder.path}/prometheus.yml`,
      `${scrape}rule_files: [alerts.yml]\nglobal: { evaluation_interval: 1s }\n`,
    );
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      PROMETHEUS,
      [
        `--config.file=${folder.path}/prometheus.yml`,
        `--storage.tsdb.path=${folder.path}/series`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    prometheus.stderr!.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    for (let request = 0; request < 5; request += 1) await (await fetch(`${node.origin}/protocol/find`)).text();
    await fetch(`${node.origin}/api/nothing-here`);
  });
  afterAll(async () => {
    prometheus?.kill();
    await node?.stop();
    folder.remove();
  });

  test('have the names, help and units that promtool accepts', async () => {
    const response = await fetch(`${node.origin}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    const input = await response.text();
    expect(() => execFileSync(PROMTOOL, ['check', 'metrics'], { input, stdio: 'pipe' })).not.toThrow();
  });

  test('have a scrape configuration and alert rules that promtool accepts', () => {
    const check = (...args: string[]) => execFileSync(PROMTOOL, ['check', ...args], { stdio: 'pipe' });
    expect(() => check('config', `${folder.path}/prometheus.yml`)).not.toThrow();
    expect(() => check('rules', 'deploy/monitoring/alerts.yml')).not.toThrow();
    expect(parse(readFileSync('deploy/monitoring/alerts.yml', 'utf8'))).toEqual(parse(createAlertsFile()));
  });

  test('are scraped, with pages and operations by route template', async () => {
    const readTargets = async () => (await ask<{ activeTargets: Target[] }>('/api/v1/targets')).activeTargets;
    await expect
      .poll(async () => (await readTargets().catch(() => [])).map(({ health }) => health), { timeout: 20_000 })
      .toEqual(['up']);
    await expect.poll(() => query('planet_crew_http_requests_total{route="/protocol/find"}')).not.toEqual([]);
    const requests = await query('planet_crew_http_requests_total');
    expect(requests.map(({ metric: { route, status } }) => `${route} ${status}`)).toEqual(
      expect.arrayContaining(['/protocol/find 200', 'unmatched 404', '/metrics 200']),
    );
    expect(output).not.toMatch(/level=(warn|error)/);
  });

  test('answer every query of the dashboard', async () => {
    const board = JSON.parse(createDashboard()) as { panels: { title: string; targets: { expr: string }[] }[] };
    const answers = await Promise.all(
      board.panels.flatMap(({ title, targets }) =>
        targets.map(async ({ expr }) => {
          const response = await fetch(`${origin}/api/v1/query?query=${encodeURIComponent(expr)}`);
          return `${title}: ${((await response.json()) as Result<unknown>).status}`;
        }),
      ),
    );
    expect(answers.filter((answer) => !answer.endsWith('success'))).toEqual([]);
  });

  test('fire no alert on a healthy node', async () => {
    const readRules = async () =>
      (await ask<{ groups: { rules: Rule[] }[] }>('/api/v1/rules')).groups.flatMap(({ rules }) => rules);
    await expect
      .poll(async () => (await readRules()).every(({ health }) => health === 'ok'), { timeout: 20_000 })
      .toBe(true);
    expect((await readRules()).filter(({ state }) => state === 'firing').map(({ name }) => name)).toEqual([]);
  });
});

if (!isInstalled) test.skip(`${title} (skipped: no Prometheus)`, () => {});

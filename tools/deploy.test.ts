import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseEnv } from '../server/env.ts';
import { VARIABLES } from '../server/variables.ts';
import { ALERTS } from './cluster/monitoring-files.ts';
import { PROGRAMS } from './cluster/needed-programs.ts';
import { createDeployFiles } from './deploy.ts';

const files = createDeployFiles();
const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const operations = readFileSync('docs/operations.md', 'utf8');
type Service = { image?: string; depends_on?: string[]; environment?: Record<string, string>; volumes?: string[] };
const readCompose = () =>
  parse(read('containers/compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const metrics = readFileSync('features/health/metrics.commands.ts', 'utf8');

describe('deploy/', () => {
  test('contains exactly the files that "npm run deploy:files" creates', () => {
    const deployFiles = globSync('deploy/**/*.*').map((path) => path.replaceAll('\\', '/').slice('deploy/'.length));
    const paths = [...deployFiles, 'containers/Containerfile'];
    expect(paths.toSorted()).toEqual([...files.keys()].toSorted());
    for (const [name, text] of files) expect([name, read(name)]).toEqual([name, text]);
  });

  test('contains valid YAML and JSON', () => {
    for (const name of files.keys()) {
      if (/\.ya?ml$/.test(name)) expect(parse(read(name)), name).toBeTypeOf('object');
      if (name.endsWith('.json')) expect(JSON.parse(read(name)), name).toBeTypeOf('object');
    }
  });

  test('has a compose file with consistent services that run "npm start"', () => {
    const { services, volumes } = readCompose();
    for (const [name, { depends_on = [], volumes: mounts = [] }] of Object.entries(services)) {
      for (const other of depends_on) expect(services, `${name} waits for ${other}`).toHaveProperty(other);
      for (const volume of mounts) expect(volumes).toHaveProperty(volume.split(':')[0]!);
    }
    for (const name of ['web1', 'web2', 'worker']) {
      const { environment = {} } = services[name]!;
      expect(parseEnv(environment).env.DATABASE_DIRECT_URL).toContain('@postgres:5432/');
    }
    const [, command = ''] = read('containers/Containerfile').match(/^CMD (.*)$/m) ?? [];
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts.start);
  });

  test('pins the container images and shares uploads between nodes', () => {
    const { services } = readCompose();
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    expect(images.filter((image) => !/:v?\d/.test(image))).toEqual([]);
    const [, folder] = read('containers/Containerfile').match(/ DATA_DIR=(\S+)$/m)!;
    for (const name of ['web1', 'web2', 'worker']) expect(services[name]!.volumes).toEqual([`uploads:${folder}`]);
  });

  test('passes only existing variables to nodes', () => {
    const names = [...read('systemd/planet-crew.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
    expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
    expect(names).toContain('DATABASE_DIRECT_URL');
  });

  test('uses only existing metrics', () => {
    const metricsUsed = `${read('monitoring/grafana.json')}${read('monitoring/alerts.yml')}`.matchAll(
      /planet_crew_(\w+)/g,
    );
    const metricNames = new Set(
      [...metrics.matchAll(/toGauge\(\s*'(\w+)'|name: 'planet_crew_(\w+)'/g)].map(([, short, full]) => short ?? full),
    );
    expect([...new Set([...metricsUsed].map(([, name]) => name))].filter((name) => !metricNames.has(name))).toEqual([]);
  });

  const isMissing = (path: string) => {
    try {
      execFileSync('test', ['-x', path]);
      return false;
    } catch {
      return true;
    }
  };
  test.skipIf(isMissing(PROGRAMS.haproxy.path))('has a configuration that HAProxy accepts', () => {
    execFileSync(PROGRAMS.haproxy.path, ['-c', '-q', '-f', 'deploy/haproxy/haproxy.cfg'], { stdio: 'pipe' });
  });
});

describe('docs/operations.md', () => {
  test("names every folder of deploy/ and no files that don't exist", () => {
    for (const name of files.keys()) expect(operations, name).toContain(`deploy/${name.split('/')[0]}/`);
    const paths = [...operations.matchAll(/deploy\/[\w@./-]+\.[a-z]+/g)].map(([path]) => path.slice('deploy/'.length));
    expect(paths.filter((name) => !files.has(name))).toEqual([]);
  });

  test('explains each alert and each condition of the go-live verdict', () => {
    for (const { name } of ALERTS) expect(operations).toContain(`\n### ${name}\n`);
    const conditions = readFileSync('features/health/health.rules.ts', 'utf8').matchAll(/\bid: '(\w+)'/g);
    for (const [, id] of conditions) expect(operations).toContain(`\n- **${id}**`);
  });
});

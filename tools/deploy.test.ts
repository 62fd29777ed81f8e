import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv as parseVariables } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { UPLOAD_MAX_BYTES } from '../features/assets/assets.schema.ts';
import { parseEnv } from '../server/env.ts';
import { VARIABLES } from '../server/variables.ts';
import { ALERTS } from './cluster/monitoring-files.ts';
import { PROGRAMS } from './cluster/needed-programs.ts';
import { createDeployFiles } from './deploy.ts';
import { createScratchFolder } from './node-under-test.ts';

const files = createDeployFiles();
const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const operations = readFileSync('docs/operations.md', 'utf8');
type Service = {
  image?: string;
  profiles?: string[];
  depends_on?: Record<string, unknown>;
  environment?: Record<string, string>;
  volumes?: string[];
};
const readCompose = () =>
  parse(read('containers/compose.yaml')) as { services: Record<string, Service>; volumes: Record<string, unknown> };
const NODE_NAMES = ['app', 'web1', 'web2', 'worker'];
/** Replaces the variables in a compose file's value, as compose does. */
const interpolate = (value: string, variables: Record<string, string>) =>
  value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => variables[name]!);
const metrics = readFileSync('features/health/metrics.commands.ts', 'utf8');

describe('deploy/', () => {
  test('contains exactly the files that "npm run deploy:files" creates', () => {
    const deployFiles = globSync('deploy/**/*.*').map((path) => path.replaceAll('\\', '/').slice('deploy/'.length));
    const paths = [...deployFiles, 'containers/Containerfile', 'containers/Caddyfile', 'single-server/Caddyfile'];
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
    for (const [name, { depends_on = {}, volumes: mounts = [] }] of Object.entries(services)) {
      for (const other of Object.keys(depends_on)) expect(services, `${name} waits for ${other}`).toHaveProperty(other);
      for (const volume of mounts.filter((mount) => !mount.startsWith('./'))) {
        expect(volumes).toHaveProperty(volume.split(':')[0]!);
      }
    }
    const [, command = ''] = read('containers/Containerfile').match(/^CMD (.*)$/m) ?? [];
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts.start);
  });

  test('starts PostgreSQL, one node and Caddy, and more only with the profile "cluster"', () => {
    const { services } = readCompose();
    const names = Object.entries(services).map(([name, { profiles = [] }]) => [...profiles, name].join(' '));
    expect(names).toEqual([
      ...['postgres', 'app', 'caddy'],
      ...['cluster pgbouncer', 'cluster web1', 'cluster web2', 'cluster worker'],
    ]);
  });

  test('gives the nodes of the compose file valid variables', () => {
    const { services } = readCompose();
    const values = {
      DOMAIN: 'crew.example.org',
      DATABASE_PASSWORD: 'ab12',
      AUTH_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      SMTP_URL: 'smtps://mail.example.org',
      MAIL_FROM: 'crew@example.org',
    };
    const given = NODE_NAMES.map((name) => {
      const { environment = {} } = services[name]!;
      const variables = Object.entries(environment).map(([key, value]) => [key, interpolate(value, values)]);
      const { env, faults } = parseEnv({ NODE_ENV: 'production', HOST: '0.0.0.0', ...Object.fromEntries(variables) });
      return { faults, demo: env.demo, direct: env.DATABASE_DIRECT_URL?.includes('@postgres:5432/') };
    });
    const valid = { faults: [], demo: false };
    const pooled = { ...valid, direct: true };
    expect(given).toEqual([{ ...valid, direct: undefined }, pooled, pooled, pooled]);
  });

  test('asks for exactly five variables in the compose file', () => {
    const asked = [...read('containers/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    const names = Object.keys(parseVariables(read('containers/compose.env')));
    expect(new Set(asked)).toEqual(new Set(names));
    expect(names).toHaveLength(5);
  });

  test('pins the images and shares uploads and backups between nodes', () => {
    const { services } = readCompose();
    const recipe = read('containers/Containerfile');
    const bases = [...recipe.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    const images = [...bases, ...Object.values(services).flatMap(({ image }) => image ?? [])];
    expect(images.filter((image) => !/:v?\d+\.\d/.test(image))).toEqual([]);
    const [, folder] = recipe.match(/ DATA_DIR=(\S+)$/m)!;
    for (const name of NODE_NAMES) {
      const { volumes, environment } = services[name]!;
      expect(volumes).toEqual([`uploads:${folder}`, `backups:${environment!.BACKUP_DIR}`]);
      expect(recipe).toContain(`planet-crew ${folder} ${environment!.BACKUP_DIR}\n`);
    }
  });

  test('has an image without rights, with its version, that checks its health', () => {
    const recipe = read('containers/Containerfile');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(recipe).toContain(`org.opencontainers.image.version="${version}"`);
    expect(recipe).toMatch(/^USER [1-9]\d*:/m);
    expect(recipe).toMatch(/^HEALTHCHECK .* CMD \["node","tools\/health-check.ts"\]$/m);
    for (const name of NODE_NAMES) {
      expect(readCompose().services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
  });

  test('keeps secrets, data and build results out of images', () => {
    const toNames = (file: string) => readFileSync(file, 'utf8').replaceAll('/\n', '\n').trim().split('\n');
    const ignored = toNames('.dockerignore');
    expect(toNames('.gitignore').filter((name) => !ignored.includes(name))).toEqual([]);
    for (const name of ['.git', 'deploy/containers/.env', 'deploy/containers/planet-crew.env']) {
      expect(ignored).toContain(name);
    }
  });

  test('passes only existing variables to nodes', () => {
    for (const file of ['systemd/planet-crew.env', 'single-server/planet-crew.env']) {
      const names = [...read(file).matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
      expect(names.filter((name) => !(name in VARIABLES))).toEqual([]);
      expect(names).toContain('DATABASE_URL');
    }
    expect(read('systemd/planet-crew.env')).toContain('DATABASE_DIRECT_URL=');
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

  test('asks for five variables on a single server, with which a node starts', () => {
    const variables = parseVariables(read('single-server/planet-crew.env'));
    expect(Object.values(variables).filter((value) => value === '')).toHaveLength(5);
    const { env, faults } = parseEnv({
      ...variables,
      PUBLIC_ORIGIN: 'https://crew.example.org',
      DATABASE_URL: 'postgres://planet_crew:ab12@127.0.0.1:5432/planet_crew',
      AUTH_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      SMTP_URL: 'smtps://mail.example.org',
      MAIL_FROM: 'crew@example.org',
    });
    expect({ faults, demo: env.demo }).toEqual({ faults: [], demo: false });
    expect(parseEnv(variables).faults.join()).toContain('No vendor key is set');
  });

  test('names all of its files in docs/single-server.md', () => {
    const page = readFileSync('docs/single-server.md', 'utf8').replaceAll(
      'planet-crew*.service',
      'planet-crew.service',
    );
    const names = [...files.keys()].filter((name) => name.startsWith('single-server/'));
    const verified = 'single-server/planet-crew-verify.service';
    expect(names.filter((name) => name !== verified && !page.includes(`deploy/${name}`))).toEqual([]);
  });

  test('lets proxies pass uploads and streams', () => {
    const [, megabytes] = read('single-server/nginx.conf').match(/client_max_body_size (\d+)m;/)!;
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(UPLOAD_MAX_BYTES);
    expect(read('single-server/Caddyfile')).toContain(`max_size ${megabytes}MB`);
    expect(read('single-server/nginx.conf')).toMatch(/location \/api\/live \{[^}]*proxy_buffering off;/);
  });

  const isMissing = (path: string) => !existsSync(path);
  test.skipIf(isMissing(PROGRAMS.haproxy.path))('has a configuration that HAProxy accepts', () => {
    execFileSync(PROGRAMS.haproxy.path, ['-c', '-q', '-f', 'deploy/haproxy/haproxy.cfg'], { stdio: 'pipe' });
  });

  test.skipIf(isMissing('/usr/sbin/nginx'))('has a site that nginx accepts', () => {
    const { path, remove } = createScratchFolder();
    const site = resolve('deploy/single-server/nginx.conf');
    const wrapper = `${path}/nginx.conf`;
    writeFileSync(wrapper, `pid ${path}/pid; events {} http { access_log off; include ${site}; }`);
    execFileSync('/usr/sbin/nginx', ['-t', '-q', '-e', `${path}/errors`, '-c', wrapper], { stdio: 'pipe' });
    remove();
  });

  test.skipIf(isMissing('/usr/bin/caddy'))('has files that Caddy accepts', () => {
    for (const name of ['containers', 'single-server']) {
      const args = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', `deploy/${name}/Caddyfile`];
      const { path, remove } = createScratchFolder();
      const env = { ...process.env, DOMAIN: 'crew.example.org', HOME: path };
      execFileSync('/usr/bin/caddy', args, { stdio: 'pipe', env });
      remove();
    }
  });

  const units = ['single-server/planet-crew', 'single-server/planet-crew-verify', 'systemd/planet-crew@'];
  test.skipIf(isMissing('/usr/bin/systemd-analyze'))('has units that systemd counts as secure', () => {
    for (const name of units) {
      const args = ['security', '--offline=true', '--threshold=30', `deploy/${name}.service`];
      execFileSync('/usr/bin/systemd-analyze', args, { stdio: 'pipe' });
    }
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

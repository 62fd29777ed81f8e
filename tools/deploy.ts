import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createBalancerFile } from './cluster/balancer-file.ts';
import { formatAddress } from './cluster/cluster-plan.ts';
import {
  createComposeFile,
  createComposeVariables,
  createContainerCaddyfile,
  createContainerfile,
} from './cluster/container-files.ts';
import {
  createBootstrapSql,
  createEtcdVariables,
  createPatroniFile,
  createPoolerFile,
  createPoolerUsers,
} from './cluster/database-files.ts';
import { createAlertsFile, createDashboard, createScrapeFile } from './cluster/monitoring-files.ts';
import { OPERATOR_PLAN } from './cluster/operator-plan.ts';
import { createNginxSite } from './cluster/proxy-files.ts';
import {
  createServerCaddyfile,
  createServerCommand,
  createServerVariables,
  createVerifyTimer,
  createVerifyUnit,
  SERVER_ADDRESS,
} from './cluster/single-server-files.ts';
import {
  createArchiveSettings,
  createBackupFile,
  createNodeUnit,
  createNodeVariables,
  createServerUnit,
  formatAssignments,
} from './cluster/system-files.ts';

/** Creates every file of `deploy/` by path, from the same templates as `npm run cluster`. */
export function createDeployFiles(): Map<string, string> {
  const plan = OPERATOR_PLAN;
  const webAddresses = plan.nodes.filter(({ role }) => role === 'web').map(({ address }) => formatAddress(address));
  return new Map([
    ...plan.etcd.map(
      (member) => [`etcd/${member.name}.env`, formatAssignments(createEtcdVariables(plan, member))] as const,
    ),
    ...plan.databases.map((node) => [`patroni/${node.name}.yml`, createPatroniFile(plan, node)] as const),
    ['patroni/archive.yml', createArchiveSettings()],
    ['postgresql/create.sql', `${createBootstrapSql(plan).join(';\n')};\n`],
    ['haproxy/haproxy.cfg', createBalancerFile(plan)],
    ['pgbouncer/pgbouncer.ini', createPoolerFile(plan)],
    ['pgbouncer/userlist.txt', createPoolerUsers(plan)],
    ['pgbackrest/pgbackrest.conf', createBackupFile(plan)],
    ['systemd/planet-crew@.service', createNodeUnit()],
    ['systemd/planet-crew.env', createNodeVariables(plan)],
    ['containers/Containerfile', createContainerfile()],
    ['containers/compose.yaml', createComposeFile()],
    ['containers/compose.env', createComposeVariables()],
    ['containers/Caddyfile', createContainerCaddyfile()],
    ['single-server/planet-crew.service', createServerUnit()],
    ['single-server/planet-crew.env', createServerVariables()],
    ['single-server/planet-crew.sh', createServerCommand()],
    ['single-server/planet-crew-verify.service', createVerifyUnit()],
    ['single-server/planet-crew-verify.timer', createVerifyTimer()],
    ['single-server/Caddyfile', createServerCaddyfile()],
    ['single-server/nginx.conf', createNginxSite(SERVER_ADDRESS)],
    ['monitoring/grafana.json', createDashboard()],
    ['monitoring/alerts.yml', createAlertsFile()],
    ['monitoring/prometheus.yml', createScrapeFile(webAddresses)],
  ]);
}

/** `npm run deploy:files` writes these files to disk. */
if (import.meta.main) {
  rmSync('deploy', { recursive: true, force: true });
  for (const [name, text] of createDeployFiles()) {
    const path = join('deploy', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(
    `${createDeployFiles().size} files written into deploy/. Replace every CHANGE-ME and 10.0.0.x by what is yours.`,
  );
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { balancerFile } from './cluster/balancer-file.ts';
import { at } from './cluster/cluster-plan.ts';
import { etcdVariables, firstStatements, patroniFile, poolerFile, poolerUsers } from './cluster/database-files.ts';
import { alertsFile, dashboard, scrapeFile } from './cluster/monitoring-files.ts';
import { OPERATOR_PLAN } from './cluster/operator-plan.ts';
import {
  archiveSettings,
  assignments,
  backupFile,
  composeFile,
  containerfile,
  nodeUnit,
  nodeVariables,
} from './cluster/system-files.ts';

/** Every file of `deploy/` by its place there, from the templates that `npm run cluster` starts its parts with. */
export function deployFiles(): Map<string, string> {
  const plan = OPERATOR_PLAN;
  const webs = plan.nodes.filter(({ role }) => role === 'web').map(({ address }) => at(address));
  return new Map([
    ...plan.etcd.map((member) => [`etcd/${member.name}.env`, assignments(etcdVariables(plan, member))] as const),
    ...plan.databases.map((node) => [`patroni/${node.name}.yml`, patroniFile(plan, node)] as const),
    ['patroni/archive.yml', archiveSettings()],
    ['postgresql/create.sql', `${firstStatements(plan).join(';\n')};\n`],
    ['haproxy/haproxy.cfg', balancerFile(plan)],
    ['pgbouncer/pgbouncer.ini', poolerFile(plan)],
    ['pgbouncer/userlist.txt', poolerUsers(plan)],
    ['pgbackrest/pgbackrest.conf', backupFile(plan)],
    ['systemd/planet-crew@.service', nodeUnit()],
    ['systemd/planet-crew.env', nodeVariables(plan)],
    ['containers/Containerfile', containerfile()],
    ['containers/compose.yaml', composeFile(plan)],
    ['monitoring/grafana.json', dashboard()],
    ['monitoring/alerts.yml', alertsFile()],
    ['monitoring/prometheus.yml', scrapeFile(webs)],
  ]);
}

/** `npm run deploy` writes them. */
if (import.meta.main) {
  rmSync('deploy', { recursive: true, force: true });
  for (const [name, text] of deployFiles()) {
    const path = join('deploy', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  console.log(
    `${deployFiles().size} files written into deploy/. Replace every CHANGE-ME and 10.0.0.x by what is yours.`,
  );
}

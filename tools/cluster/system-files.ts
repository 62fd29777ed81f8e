import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { type ClusterPlan, createDatabaseVariables } from './cluster-plan.ts';

export const HOME = '/opt/planet-crew';
const STANZA = 'planet-crew';
/** Folder for uploads on a node if there's no object storage. */
export const DATA = '/var/lib/planet-crew';
/** Folder for nightly backups on a single server or in a container. */
export const BACKUPS = '/var/backups/planet-crew';
/** Arguments of `npm start`. */
const START: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).scripts.start;
export const NODE_ARGUMENTS = START.split(' ').slice(1);

/**
 * Restricts a service to what our program needs. It isn't `MemoryDenyWriteExecute`, because Node compiles code while it
 * runs.
 */
export const HARDENING = `NoNewPrivileges=true
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=true
PrivateTmp=true
PrivateDevices=true
PrivateUsers=true
ProtectClock=true
ProtectHostname=true
ProtectKernelLogs=true
ProtectKernelModules=true
ProtectKernelTunables=true
ProtectControlGroups=true
ProtectProc=invisible
LockPersonality=true
RemoveIPC=true
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=true
RestrictRealtime=true
RestrictSUIDSGID=true
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077
`;

type NodeUnit = { description: string; after: string; role: string; page: string; writable?: string };

const formatNodeUnit = ({ description, after, role, page, writable }: NodeUnit) => `[Unit]
Description=${description}
Documentation=file://${HOME}/docs/${page}
After=${after}
Wants=network-online.target

[Service]
User=planet-crew
WorkingDirectory=${HOME}
EnvironmentFile=/etc/planet-crew/planet-crew.env
Environment=ROLE=${role}
ExecStart=${HOME}/node_modules/.bin/node ${NODE_ARGUMENTS.join(' ')}
# It says first that it is not ready, then finishes what is under way.
KillSignal=SIGTERM
TimeoutStopSec=40
Restart=always
RestartSec=2
StateDirectory=planet-crew
${writable ? `ReadWritePaths=${writable}\n` : ''}LimitNOFILE=65536
${HARDENING}
[Install]
WantedBy=multi-user.target
`;

/** Creates the systemd template unit of our nodes; the instance name is the role. */
export const createNodeUnit = (): string =>
  formatNodeUnit({
    description: 'Planet Crew (%i)',
    after: 'network-online.target',
    role: '%i',
    page: 'operations.md',
  });

/** Creates the systemd unit of the only node on a server. */
export const createServerUnit = (): string =>
  formatNodeUnit({
    description: 'Planet Crew',
    after: 'network-online.target postgresql.service',
    role: 'all',
    page: 'single-server.md',
    writable: BACKUPS,
  });

/** Creates the environment variables that all our nodes share. Operators add the ones from `docs/going-live.md`. */
export function createNodeVariables(plan: ClusterPlan): string {
  const variables = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: '3000',
    PUBLIC_ORIGIN: 'https://CHANGE-ME.example',
    TRUST_PROXY: 'true',
    SHUTDOWN_DELAY: '5',
    ...createDatabaseVariables(plan),
    DATABASE_POOL_SIZE: '20',
    DATA_DIR: DATA,
    S3_ENDPOINT: 'https://CHANGE-ME.example',
    S3_BUCKET: 'CHANGE-ME',
    S3_ACCESS_KEY_ID: 'CHANGE-ME',
    S3_SECRET_ACCESS_KEY: 'CHANGE-ME',
    AUTH_ENCRYPTION_KEY: 'CHANGE-ME-to-what-openssl-rand-base64-32-prints',
    METRICS_TOKEN: 'CHANGE-ME',
  };
  return formatAssignments(variables);
}

/** Formats variables as lines of an env file. */
export const formatAssignments = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Formats variables that operators fill in, each below a comment that says how. */
export const formatBlankAssignments = (hints: Record<string, string>): string =>
  Object.entries(hints)
    .map(([name, hint]) => `# ${hint}\n${name}=\n`)
    .join('');

/** Creates the pgBackRest configuration of a database node. */
export const createBackupFile = (
  { databases: [node] }: ClusterPlan,
  repository = '/var/lib/pgbackrest',
): string => `[global]
repo1-path=${repository}
repo1-retention-full=2
start-fast=y
compress-type=lz4
log-level-file=off
log-level-console=info

[${STANZA}]
pg1-path=${node!.data}
pg1-port=${node!.postgres.port}
pg1-socket-path=${node!.sockets}
pg1-user=postgres
`;

/** Creates the settings that make every node archive, which `patronictl edit-config --apply` applies once. */
export const createArchiveSettings = (): string =>
  stringify({
    postgresql: {
      parameters: { archive_mode: 'on', archive_command: `pgbackrest --stanza=${STANZA} archive-push %p` },
      recovery_conf: { restore_command: `pgbackrest --stanza=${STANZA} archive-get %f "%p"` },
    },
  });

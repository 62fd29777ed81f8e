import { createCaddyfile } from './proxy-files.ts';
import { BACKUPS, DATA, formatAssignments, formatBlankAssignments, HARDENING, HOME } from './system-files.ts';

const ENV_FILE = '/etc/planet-crew/planet-crew.env';
const PORT = 3000;
export const SERVER_ADDRESS = `127.0.0.1:${PORT}`;

/** The five variables that operators fill in, with a comment for each. */
const OPERATOR_VARIABLES = {
  PUBLIC_ORIGIN: 'Address of the site, such as https://crew.example.org',
  DATABASE_URL: 'postgres://planet_crew:<password>@127.0.0.1:5432/planet_crew',
  AUTH_ENCRYPTION_KEY: 'Encrypts stored secrets: openssl rand -base64 32',
  SMTP_URL: 'Mail server, such as smtps://user:password@mail.example.org',
  MAIL_FROM: 'Sender of email, such as crew@example.org',
};

/** Creates the variables of the only node on a server. Its proxy is on the same machine. */
export const createServerVariables = (): string =>
  formatBlankAssignments(OPERATOR_VARIABLES) +
  formatAssignments({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(PORT),
    TRUST_PROXY: 'true',
    SHUTDOWN_DELAY: '0',
    DATA_DIR: DATA,
    BACKUP_DIR: BACKUPS,
  });

export const createServerCaddyfile = (): string =>
  createCaddyfile({ site: 'CHANGE-ME.example', upstreams: [`to ${SERVER_ADDRESS}`] });

/** Creates the unit that makes and verifies a backup. The node itself makes the nightly ones. */
export const createVerifyUnit = (): string => `[Unit]
Description=Verify the newest backup of Planet Crew
Documentation=file://${HOME}/docs/single-server.md
After=postgresql.service

[Service]
Type=oneshot
User=planet-crew
WorkingDirectory=${HOME}
EnvironmentFile=${ENV_FILE}
ExecStart=${HOME}/node_modules/.bin/node tools/backup.ts --verify newest
Nice=10
StateDirectory=planet-crew
ReadWritePaths=${BACKUPS}
${HARDENING}`;

export const createVerifyTimer = (): string => `[Unit]
Description=Verify a backup of Planet Crew every week

[Timer]
OnCalendar=Mon 10:30 UTC
Persistent=true

[Install]
WantedBy=timers.target
`;

/** Creates the command that runs a script of `tools/` as the node's user, with its variables. */
export const createServerCommand = (): string => `#!/bin/sh
# planet-crew <command> ...: runs a command of Planet Crew, such as "planet-crew admin list".
set -eu
command=\${1:?"Say which command, such as: planet-crew admin list"}
shift
cd ${HOME}
exec runuser -u planet-crew -- node_modules/.bin/node --env-file=${ENV_FILE} "tools/$command.ts" "$@"
`;

import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { DATABASE_NAME } from './cluster-plan.ts';
import { SERVER_CONNECTIONS } from './database-files.ts';
import { createCaddyfile } from './proxy-files.ts';
import { BACKUPS, DATA, formatBlankAssignments, HOME, NODE_ARGUMENTS } from './system-files.ts';

const { version, dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
  dependencies: { node: string };
};

const DEBIAN = '12.12-slim';
/** A number, so platforms can check that it isn't root. */
const USER_ID = 10_001;
const PORT = 3000;
/** Where Caddy finds all web nodes. */
const WEB_ALIAS = 'web';

/** Creates the recipe of the image. The second stage holds only what runs. */
export const createContainerfile =
  (): string => `FROM docker.io/library/node:${dependencies.node}-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node tools/build.ts && node tools/image-root.ts /image

FROM docker.io/library/debian:${DEBIAN}
RUN apt-get update && apt-get install -y --no-install-recommends age && rm -rf /var/lib/apt/lists/* /var/log/* \\
  && groupadd --system --gid ${USER_ID} planet-crew && useradd --system --uid ${USER_ID} --gid ${USER_ID} planet-crew \\
  && install -d -o planet-crew -g planet-crew ${DATA} ${BACKUPS}
COPY --from=build /image ${HOME}
WORKDIR ${HOME}
ARG SOURCE_COMMIT=""
LABEL org.opencontainers.image.title="Planet Crew" org.opencontainers.image.version="${version}" org.opencontainers.image.revision="$SOURCE_COMMIT"
ENV PATH=${HOME}/node_modules/.bin:$PATH SOURCE_COMMIT=$SOURCE_COMMIT
ENV NODE_ENV=production ROLE=all HOST=0.0.0.0 PORT=${PORT} DATA_DIR=${DATA}
USER ${USER_ID}:${USER_ID}
EXPOSE ${PORT}
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["node","tools/health-check.ts"]
CMD ${JSON.stringify(['node', ...NODE_ARGUMENTS])}
`;

/** The five variables of a compose installation, with a comment for each. */
const COMPOSE_VARIABLES = {
  DOMAIN: 'Domain of the site, such as crew.example.org. Its DNS record points to this machine.',
  DATABASE_PASSWORD: 'Password of the database: openssl rand -hex 24',
  AUTH_ENCRYPTION_KEY: 'Encrypts stored secrets: openssl rand -base64 32',
  SMTP_URL: 'Mail server, such as smtps://user:password@mail.example.org',
  MAIL_FROM: 'Sender of email, such as crew@example.org',
};

export const createComposeVariables = (): string => formatBlankAssignments(COMPOSE_VARIABLES);

export const createContainerCaddyfile = (): string =>
  createCaddyfile({
    site: '{$DOMAIN}',
    upstreams: [
      '# All web nodes, which come and go.',
      `dynamic a ${WEB_ALIAS} ${PORT} {`,
      '\trefresh 2s',
      '}',
      'lb_policy least_conn',
    ],
  });

/** Returns a variable of the operator's file; without it, compose stops and says so. */
const requireVariable = (name: keyof typeof COMPOSE_VARIABLES) => `\${${name}:?Set ${name} in .env}`;
const createUrl = (host: string) =>
  `postgres://${DATABASE_NAME}:${requireVariable('DATABASE_PASSWORD')}@${host}/${DATABASE_NAME}`;
const CLUSTER = { profiles: ['cluster'] };

function createNode(role: 'all' | 'web' | 'worker', databases: Record<string, string>) {
  return {
    build: {
      context: '../..',
      dockerfile: 'deploy/containers/Containerfile',
      args: { SOURCE_COMMIT: `\${SOURCE_COMMIT:-}` },
    },
    image: `planet-crew:${version}`,
    restart: 'always',
    depends_on: { postgres: { condition: 'service_healthy' } },
    // Optional keys, such as Stripe's.
    env_file: [{ path: './planet-crew.env', required: false }],
    environment: {
      ROLE: role,
      PUBLIC_ORIGIN: `https://${requireVariable('DOMAIN')}`,
      TRUST_PROXY: 'true',
      ...databases,
      AUTH_ENCRYPTION_KEY: requireVariable('AUTH_ENCRYPTION_KEY'),
      SMTP_URL: requireVariable('SMTP_URL'),
      MAIL_FROM: requireVariable('MAIL_FROM'),
      BACKUP_DIR: BACKUPS,
    },
    // Share one volume, so a picture uploaded to one node is visible on the other and survives its container.
    volumes: [`uploads:${DATA}`, `backups:${BACKUPS}`],
    ...(role === 'worker' ? {} : { networks: { default: { aliases: [WEB_ALIAS] } } }),
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: '40s',
  };
}

/**
 * Creates a compose file for one host: PostgreSQL, one node and Caddy. The profile `cluster` adds a pooler, two web
 * nodes and a worker.
 */
export function createComposeFile(): string {
  const pooled = { DATABASE_URL: createUrl('pgbouncer:6432'), DATABASE_DIRECT_URL: createUrl('postgres:5432') };
  const createClusterNode = (role: 'web' | 'worker') => {
    const { depends_on, ...node } = createNode(role, pooled);
    return { ...CLUSTER, ...node, depends_on: { ...depends_on, pgbouncer: { condition: 'service_started' } } };
  };
  return stringify(
    {
      name: 'planet-crew',
      services: {
        postgres: {
          image: 'docker.io/library/postgres:15.14-bookworm',
          restart: 'always',
          environment: {
            POSTGRES_USER: DATABASE_NAME,
            POSTGRES_DB: DATABASE_NAME,
            POSTGRES_PASSWORD: requireVariable('DATABASE_PASSWORD'),
          },
          volumes: ['postgres:/var/lib/postgresql/data'],
          healthcheck: {
            test: ['CMD', 'pg_isready', '--host=127.0.0.1', `--username=${DATABASE_NAME}`],
            interval: '5s',
            retries: 24,
          },
        },
        app: createNode('all', { DATABASE_URL: createUrl('postgres:5432') }),
        caddy: {
          image: 'docker.io/library/caddy:2.10.0',
          restart: 'always',
          depends_on: { app: { condition: 'service_started' } },
          environment: { DOMAIN: requireVariable('DOMAIN') },
          ports: ['80:80', '443:443', '443:443/udp'],
          volumes: ['./Caddyfile:/etc/caddy/Caddyfile:ro', 'caddy:/data'],
        },
        pgbouncer: {
          ...CLUSTER,
          image: 'docker.io/edoburu/pgbouncer:v1.25.2-p0',
          restart: 'always',
          depends_on: { postgres: { condition: 'service_healthy' } },
          environment: {
            DATABASE_URL: createUrl('postgres:5432'),
            POOL_MODE: 'transaction',
            AUTH_TYPE: 'scram-sha-256',
            LISTEN_PORT: '6432',
            DEFAULT_POOL_SIZE: String(SERVER_CONNECTIONS),
            MAX_CLIENT_CONN: '2000',
          },
        },
        web1: createClusterNode('web'),
        web2: createClusterNode('web'),
        worker: createClusterNode('worker'),
      },
      volumes: { postgres: {}, uploads: {}, backups: {}, caddy: {} },
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}

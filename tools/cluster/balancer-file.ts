import { type ClusterPlan, formatAddress } from './cluster-plan.ts';

const SYSTEM = `  log /dev/log local0
  user haproxy
  group haproxy
`;

/** Creates the HAProxy configuration: site traffic to web nodes, writes to the leader and reads to replicas. */
export function createBalancerFile({ balancer, databases, nodes, system }: ClusterPlan): string {
  const servers = databases
    .map((node) => {
      const { postgres, rest } = node.reached ?? node;
      return `  server ${node.name} ${formatAddress(postgres)} check addr ${rest.host} port ${rest.port}`;
    })
    .join('\n');
  const webs = nodes
    .filter(({ role }) => role === 'web')
    .map(({ name, address }) => `  server ${name} ${formatAddress(address)} check`)
    .join('\n');
  const toDatabases = (name: string, where: string, question: string) => `listen ${name}
  bind ${where}
  mode tcp
  balance leastconn
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
  option httpchk OPTIONS ${question}
  http-check expect status 200
  timeout check 1500ms
  # Whoever is still connected to a leader that is none any more must not be left there.
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers}
`;
  return `global
  maxconn 8192
${system ? SYSTEM : ''}
defaults
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout queue 5s
${system ? '  log global\n  option dontlognull\n' : ''}
frontend site
  bind ${formatAddress(balancer.site)}
  mode http
  option forwardfor
  # While the database is away no node is ready, and all of them still have pages that they keep.
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend live

backend ready
  mode http
  balance leastconn
  option httpchk
  http-check send meth GET uri /api/health/ready ver HTTP/1.1 hdr Host health.local
  http-check expect status 200
  timeout check 1500ms
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server inter 1s fall 2 rise 1
${webs}

backend live
  mode http
  balance leastconn
  option httpchk
  http-check send meth GET uri /api/health/live ver HTTP/1.1 hdr Host health.local
  http-check expect status 200
  timeout check 1500ms
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server inter 1s fall 2 rise 1
${webs}

${toDatabases('primary', formatAddress(balancer.primary), '/primary')}
${toDatabases('replicas', formatAddress(balancer.replicas), '/replica?lag=16MB')}`;
}

import { UPLOAD_MAX_BYTES } from '../../features/assets/assets.schema.ts';

/** Largest request that proxies let through: the largest upload and its framing. */
const BODY_MB = UPLOAD_MAX_BYTES / 1024 / 1024 + 1;

type CaddyProxy = {
  /** The address of the site. */
  site: string;
  /** Lines that say where the nodes are. */
  upstreams: string[];
};

/**
 * Creates a Caddyfile. Caddy gets the certificate, sends event streams without a buffer, and replaces the
 * `X-Forwarded-For` of callers by their address.
 */
export const createCaddyfile = ({ site, upstreams }: CaddyProxy): string => `${site} {
	request_body {
		max_size ${BODY_MB}MB
	}
	reverse_proxy {
${upstreams.map((line) => `\t\t${line}\n`).join('')}		# Wait while a node restarts. Requests that reached a node are never sent twice.
		lb_try_duration 10s
	}
}
`;

/** Time without data after which a proxy gives up. Streams send something every 20 seconds. */
const READ_TIMEOUT = '75s';

/** Creates an nginx site for one node. Certbot adds the certificate. */
export const createNginxSite = (upstream: string): string => `upstream planet_crew {
	server ${upstream};
	keepalive 32;
}

server {
	listen 80;
	listen [::]:80;
	server_name CHANGE-ME.example;
	client_max_body_size ${BODY_MB}m;

	proxy_http_version 1.1;
	proxy_set_header Connection "";
	proxy_set_header Host $host;
	# Replace what callers claim, because TRUST_PROXY=true trusts this header.
	proxy_set_header X-Forwarded-For $remote_addr;
	proxy_set_header X-Forwarded-Proto $scheme;
	proxy_read_timeout ${READ_TIMEOUT};

	location / {
		proxy_pass http://planet_crew;
	}

	# Event streams, whose messages must not wait in a buffer.
	location /api/live {
		proxy_pass http://planet_crew;
		proxy_buffering off;
		gzip off;
	}
}
`;

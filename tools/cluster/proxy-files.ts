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

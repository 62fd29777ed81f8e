import { Agent, createServer, request, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const CHECK_MS = 200;

/** Balances requests across nodes that report they're ready. Their failures aren't hidden from clients. */
export async function startTestBalancer(origins: string[]) {
  const agent = new Agent({ keepAlive: true });
  let ready = origins;
  let turn = 0;
  let isOpen = true;
  const checkNodes = async () => {
    const isReady = await Promise.all(
      origins.map((origin) =>
        fetch(`${origin}/api/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    ready = origins.filter((_origin, index) => isReady[index]);
  };
  const looking = (async () => {
    for (; isOpen; await pause(CHECK_MS)) await checkNodes();
  })();
  const server: Server = createServer((incoming, outgoing) => {
    const origin = ready[turn++ % ready.length]!;
    const { method, url, headers } = incoming;
    const onward = request(new URL(url!, origin), { method: method!, headers, agent }, (response) => {
      const { connection: _own, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode!, kept);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    ready: () => ready,
    close: async () => {
      isOpen = false;
      await looking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

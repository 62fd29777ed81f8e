import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Opens a proxy in front of the database. While it's closed, it counts new connections and refuses or holds them. */
export async function startTestProxy(address: string) {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let isShut = false;
  let ignoresConnections = false;
  let connectionCount = 0;
  const server = createServer((socket) => {
    if (ignoresConnections) {
      connectionCount += 1;
      sockets.add(socket.on('error', () => {}));
      return;
    }
    if (isShut) {
      connectionCount += 1;
      socket.destroy();
      return;
    }
    const through = connect(Number(target.port), target.hostname);
    for (const each of [socket, through]) {
      each.on('error', () => {});
      sockets.add(each);
    }
    socket.pipe(through).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(address);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    knocks: () => connectionCount,
    /** Keeps existing connections open but silent, as if the network had lost track of them. */
    hush: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    shut: () => {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
    /** Drops existing connections and accepts new ones without ever responding, like a proxy that hangs. */
    deafen: () => {
      ignoresConnections = true;
      for (const socket of sockets) socket.destroy();
    },
    open: () => {
      isShut = false;
      ignoresConnections = false;
    },
    close: () => server.close(),
  };
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Opens a proxy in front of the database. While it's closed, it counts new connections and refuses or holds them. */
export async function startTestProxy(address: string) {
  const target = new URL(address);
  const inside = new Set<Socket>();
  let isShut = false;
  let deaf = false;
  let knocks = 0;
  const server = createServer((socket) => {
    if (deaf) {
      knocks += 1;
      inside.add(socket.on('error', () => {}));
      return;
    }
    if (isShut) {
      knocks += 1;
      socket.destroy();
      return;
    }
    const through = connect(Number(target.port), target.hostname);
    for (const each of [socket, through]) {
      each.on('error', () => {});
      inside.add(each);
    }
    socket.pipe(through).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(address);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    knocks: () => knocks,
    /** Keeps existing connections open but silent, as if the network had lost track of them. */
    hush: () => {
      for (const socket of inside) socket.unpipe().pause();
    },
    shut: () => {
      isShut = true;
      for (const socket of inside) socket.destroy();
    },
    /** Drops existing connections and accepts new ones without ever responding, like a proxy that hangs. */
    deafen: () => {
      deaf = true;
      for (const socket of inside) socket.destroy();
    },
    open: () => {
      isShut = false;
      deaf = false;
    },
    close: () => server.close(),
  };
}

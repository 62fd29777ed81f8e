import { createServer, type Socket, connect as toPeer } from 'node:net';
import type { Address } from './cluster-plan.ts';

export type Relay = {
  address: Address;
  /** Drops all traffic without notifying either side, like an unplugged cable. */
  cut: () => void;
  /** Forwards traffic again and closes earlier connections. */
  heal: () => void;
  close: () => Promise<void>;
};

/** Forwards connections to an address until they're cut off. */
export async function startRelay(target: Address): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const addSocket = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    addSocket(socket);
    if (isCut) return void socket.pause();
    const peer = toPeer(target);
    addSocket(peer);
    socket.pipe(peer).pipe(socket);
    socket.on('close', () => isCut || peer.destroy());
    peer.on('close', () => isCut || socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: { host: '127.0.0.1', port },
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    heal: () => {
      if (!isCut) return;
      destroyAll();
      isCut = false;
    },
    close: async () => {
      const closePromise = new Promise((resolve) => server.close(resolve));
      destroyAll();
      await closePromise;
    },
  };
}

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
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) return void near.pause();
    const far = toPeer(target);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => isCut || far.destroy());
    far.on('close', () => isCut || near.destroy());
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
      const closed = new Promise((resolve) => server.close(resolve));
      destroyAll();
      await closed;
    },
  };
}

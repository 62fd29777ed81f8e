import { createServer, type Socket, connect as toPeer } from 'node:net';
import type { Address } from './cluster-plan.ts';

export type Relay = {
  address: Address;
  /** From now on nothing passes, and nobody is told: as with a cable that was pulled out. */
  cut: () => void;
  /** Lets it pass again; connections from before are ended. */
  heal: () => void;
  close: () => Promise<void>;
};

/** Passes connections on to an address, until it is cut. */
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

import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** Requests to send from a separate thread, so that a test can measure the server's thread alone. */
export type RequestLoop = { url: string; token?: string | undefined; times: number };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function sendRequest({ url, token }: RequestLoop): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'br', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const outgoing = request(url, { agent, headers }, (response) => {
      const finish = () => resolve(response.statusCode!);
      // A stream never ends, so close it after the first data.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.once('data', () => response.destroy()).once('close', finish);
      } else response.once('end', finish).resume();
    });
    outgoing.once('error', reject).end();
  });
}

parentPort?.on('message', async (loop: RequestLoop) => {
  let status = 0;
  for (let time = 0; time < loop.times; time++) status = await sendRequest(loop);
  parentPort!.postMessage(status);
});

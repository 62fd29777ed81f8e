import type { App } from '../../server/app.ts';

export type Frame = { event: string; data: object };

/** Opens a live stream in memory and reads it frame by frame, skipping heartbeats. */
export async function openLive(app: Pick<App, 'request'>, token: string) {
  const response = await app.request('/api/live', { headers: { Authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`No stream: ${response.status} ${await response.text()}`);
  return readLive(response.body!);
}

/** Opens a live stream of public topics in memory. */
export async function openPublicLive(app: Pick<App, 'request'>, topics: string[]) {
  const response = await app.request(`/api/live/public?topics=${topics.join(',')}`);
  if (response.status !== 200) throw new Error(`No stream: ${response.status} ${await response.text()}`);
  return readLive(response.body!);
}

/** Reads the frames of an open stream. */
export function readLive(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  let text = '';
  return {
    /** @returns the next frame, or `end` when the stream has ended */
    next: async (): Promise<Frame> => {
      for (;;) {
        const found = /^(?::[^\n]*\n\n)*event: (\w+)\ndata: (.*)\n\n/.exec(text);
        if (found) {
          text = text.slice(found[0].length);
          return { event: found[1]!, data: JSON.parse(found[2]!) };
        }
        const { value, done } = await reader.read();
        if (done) return { event: 'end', data: {} };
        text += utf8.decode(value, { stream: true });
      }
    },
    close: () => reader.cancel(),
  };
}

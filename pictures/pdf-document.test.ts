import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { drawPdf } from './pdf-document.ts';

/** Returns the text that a one-page PDF draws, without the gaps between letters. */
function readText(pdf: Uint8Array): string {
  const start = Buffer.from(pdf).indexOf('stream\n') + 'stream\n'.length;
  const content = inflateSync(Buffer.from(pdf).subarray(start)).toString('latin1');
  return [...content.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join('');
}

it('draws minus signs and narrow spaces with letters that its fonts have', async () => {
  const pdf = await drawPdf({ title: 'Receipt', parts: [{ is: 'text', text: '−12\u202f345\u00a0$' }] });
  expect(readText(pdf)).toBe('-12\u00a0345\u00a0$');
});

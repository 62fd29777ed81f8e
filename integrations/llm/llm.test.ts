import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { askModel, readLlmConfig } from './llm.client.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

async function openModel(handler: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => handler(request, body, response));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return readLlmConfig({
    LLM_BASE_URL: `http://127.0.0.1:${port}/v1/`,
    LLM_API_KEY: 'secret-key',
    LLM_MODEL: 'small-1',
  })!;
}

const answerWith = (content: unknown) =>
  openModel((_request, _body, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ id: 'c1', choices: [{ index: 0, message: { role: 'assistant', content } }] }));
  });
const ask = (config: Awaited<ReturnType<typeof openModel>>) =>
  askModel(config, fetch, { instructions: 'Be brief.', text: 'Center?' });

describe('the language model client', () => {
  test('sends a chat completion request with the key', async () => {
    let requestBody: unknown;
    const config = await openModel((request, body, response) => {
      requestBody = { path: request.url, key: request.headers.authorization, body: JSON.parse(body) };
      response.end(JSON.stringify({ choices: [{ message: { content: ' Play tall. \n' } }] }));
    });
    expect(await ask(config)).toBe('Play tall.');
    expect(requestBody).toEqual({
      path: '/v1/chat/completions',
      key: 'Bearer secret-key',
      body: {
        model: 'small-1',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Center?' },
        ],
        max_tokens: 500,
        temperature: 0.3,
      },
    });
  });

  test.each([
    ['rejects the key', 401],
    ['is rate-limited', 429],
    ['fails', 500],
  ])('throws when the model %s', async (_what, status) => {
    const config = await openModel((_request, _body, response) => response.writeHead(status).end('{"error":{}}'));
    await expect(ask(config)).rejects.toThrow(`answered ${status}`);
  });

  test.each([
    ['nothing', ''],
    ['a number', 7],
    ['no content', undefined],
  ])('throws when the model returns %s', async (_what, content) => {
    await expect(ask(await answerWith(content))).rejects.toThrow('no text');
  });

  test('throws when the response is an HTML page or far too long', async () => {
    await expect(ask(await openModel((_request, _body, response) => response.end('<html>')))).rejects.toThrow('JSON');
    server!.close();
    await expect(ask(await answerWith('x'.repeat(70_000)))).rejects.toThrow('too much');
  });

  test('throws on a redirect so the key never reaches another host', async () => {
    const config = await openModel((_request, _body, response) =>
      response.writeHead(307, { Location: 'https://elsewhere.example.test/' }).end(),
    );
    await expect(ask(config)).rejects.toThrow('Not reached');
  });

  test('times out when the model does not respond', async () => {
    const config = await openModel(() => {});
    const impatient = ((url: string, init: RequestInit) =>
      fetch(url, { ...init, signal: AbortSignal.timeout(50) })) as typeof fetch;
    await expect(askModel(config, impatient, { instructions: '', text: '' })).rejects.toThrow('silent');
  });

  test('is disabled unless URL, key and model are set', () => {
    const all = { LLM_BASE_URL: 'https://llm.example.test', LLM_API_KEY: 'k', LLM_MODEL: 'm' };
    expect(readLlmConfig(all)).toEqual({ baseUrl: 'https://llm.example.test', apiKey: 'k', model: 'm' });
    for (const name of Object.keys(all)) expect(readLlmConfig({ ...all, [name]: undefined })).toBeUndefined();
  });
});

import { RouterContextProvider } from 'react-router';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { apiFetchContext, serverApi, unwrap } from './api-client.ts';

const ID = '3f0b5a1e-0000-4000-8000-000000000001';

/** Returns a client that gets the same body for every request, and the requests it made. */
function recordRequests(body: unknown) {
  const requests: { method: string; url: string; body: unknown }[] = [];
  const context = new RouterContextProvider();
  context.set(apiFetchContext, async (input, init) => {
    const url = String(input).replace('http://server.internal', '');
    requests.push({ method: init?.method ?? 'GET', url, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    return Response.json(body);
  });
  return { api: serverApi(context), requests };
}

describe('API client', () => {
  it('requests the URL that its property names describe', async () => {
    const { api, requests } = recordRequests({ kind: 'block' });
    const block = api.api.profiles[':id'].block;
    const { kind } = await unwrap(block.$put({ param: { id: ID }, json: { kind: 'block' } }));
    await unwrap(api.api.profiles.hidden.$get({ query: { ids: ID } }));
    expectTypeOf(kind).toEqualTypeOf<'block' | 'avoid' | null>();
    expect(block.$url({ param: { id: ID } }).pathname).toBe(`/api/profiles/${ID}/block`);
    expect(requests).toEqual([
      { method: 'PUT', url: `/api/profiles/${ID}/block`, body: { kind: 'block' } },
      { method: 'GET', url: `/api/profiles/hidden?ids=${ID}`, body: undefined },
    ]);
  });

  it('types only the body of the successful response', () => {
    const { api } = recordRequests({});
    const read = async () => unwrap(api.api.profiles.me.blocks.$get());
    expectTypeOf(read).returns.resolves.toEqualTypeOf<{
      blocks: { id: string; display_name: string; kind: 'block' | 'avoid'; created_at: string }[];
    }>();
  });
});

/**
 * Mistakes that must not compile: type-checking fails if one of these lines is accepted. The function is never called.
 */
async function listMistakes() {
  const { api } = recordRequests({}).api;
  const param = { id: ID };
  const json = { kind: 'block' as const };

  // @ts-expect-error A path that no operation has.
  await api.profiles.nobody.$get();
  // @ts-expect-error A method that the path doesn't have.
  await api.profiles[':id'].block.$patch({ param });
  // @ts-expect-error A path that exists only with a parameter.
  await api.profiles.block.$get({ param });

  // @ts-expect-error Missing arguments.
  await api.profiles[':id'].block.$put();
  // @ts-expect-error Missing path parameter.
  await api.profiles[':id'].block.$put({ json });
  // @ts-expect-error A parameter with the wrong name.
  await api.profiles[':id'].block.$put({ param: { player: ID }, json });
  // @ts-expect-error A field with the wrong name.
  await api.profiles[':id'].block.$put({ param, json: { kinds: 'block' } });
  // @ts-expect-error A value that the field doesn't accept.
  await api.profiles[':id'].block.$put({ param, json: { kind: 'mute' } });
  // @ts-expect-error A body for an operation that takes none.
  await api.profiles[':id'].block.$delete({ param, json });
  // @ts-expect-error An unknown query parameter.
  await api.profiles.hidden.$get({ query: { id: ID } });
  // @ts-expect-error Arguments for an operation that takes none.
  await api.profiles.me.blocks.$get({ query: { ids: ID } });

  const list = await unwrap(api.profiles.me.blocks.$get());
  // @ts-expect-error A field that the response doesn't have.
  list.block;
  // @ts-expect-error An item field that the response doesn't have.
  list.blocks[0]?.name;
  // @ts-expect-error A field with the wrong type.
  list.blocks[0]?.created_at satisfies number | undefined;
  // @ts-expect-error An error body isn't a result.
  list.error;

  const response = await api.profiles.me.blocks.$get();
  // @ts-expect-error The body of a response that may be an error.
  (await response.json()).blocks;
  // @ts-expect-error A status that the operation never responds with.
  response.status satisfies 200;
}
void listMistakes;

import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { apiFetchContext } from '../../../web/api-client.ts';
import Protocol, { loader } from './protocol.tsx';

/** Returns the page's loader data for a mocked API response. */
function load(respond: () => Response) {
  const context = new RouterContextProvider();
  context.set(apiFetchContext, async () => respond());
  return loader({ context } as unknown as Parameters<typeof loader>[0]);
}

const pageFor = (data: Awaited<ReturnType<typeof load>>) => {
  const Stub = createRoutesStub([{ id: 'protocol', path: '/protocol', Component: Protocol }]);
  return renderToStaticMarkup(
    <Stub initialEntries={['/protocol']} hydrationData={{ loaderData: { protocol: data } }} />,
  );
};

describe('the count of active squad members', () => {
  test("is shown when it isn't zero", async () => {
    const data = await load(() => Response.json({ count: 1234 }));
    expect(data.members).toBe(1234);
    expect(pageFor(data)).toMatch(/<strong>1,234<\/strong> active squad members/);
  });

  test('is hidden at zero', async () => {
    const html = pageFor(await load(() => Response.json({ count: 0 })));
    expect(html).toContain('Find your 5');
    expect(html).not.toContain('active squad members');
  });

  test.each([
    ['an error', () => Response.json({ error: { code: 'internal', message: 'no' } }, { status: 500 })],
    [
      'no response',
      () => {
        throw new TypeError('no connection');
      },
    ],
  ])('falls back to 0 after %s', async (_what, respond) => {
    expect((await load(respond)).members).toBe(0);
  });
});

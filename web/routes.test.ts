import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import routes from './routes.ts';

type Plain = { id: string; path?: string; index?: boolean; children?: Plain[] };

/** Converts a route to the form that the router matches. */
const toPlainRoute = ({ file, path, index, children }: RouteConfigEntry): Plain =>
  index
    ? { id: file, index }
    : { id: file, ...(path ? { path } : {}), ...(children ? { children: children.map(toPlainRoute) } : {}) };
const map = routes.map(toPlainRoute);
const pageAt = (address: string) => matchRoutes(map as never, address)?.at(-1)?.route.id;
const NOT_FOUND = 'pages/not-found.tsx';

/** URLs of both parts of the specification's route table. */
const TABLE = `/ /join /auth /protocol /protocol/deals /protocol/assembly-request /protocol/find /protocol/account
  /protocol/faq /protocol/auth /protocol/callback /auth/callback /protocol/onboarding /protocol/profile/7 /protocol/lfg
  /protocol/matches /protocol/respond /protocol/admin /plans /coaches /faq /tournament-of-power /whitepaper /help-support
  /dashboard /onboarding /tools /account /community /about /team /partners /press-kit /changelog /legal /command-center`;

describe('the route map', () => {
  test.each(TABLE.split(/\s+/))('has a page at %s', (address) => {
    expect(pageAt(address)).toBeDefined();
    expect(pageAt(address)).not.toBe(NOT_FOUND);
  });

  test.each(['/lost', '/protocol/lost', '/team/lost', '/whitepaper/roadmap', '/legal/terms/now'])(
    'responds with not found at %s',
    (address) => {
      expect(pageAt(address)).toBe(NOT_FOUND);
    },
  );
});

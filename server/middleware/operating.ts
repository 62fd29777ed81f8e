import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isService } from '../../features/accounts/sessions/sessions.commands.ts';
import { peekOperatingState, readOperatingState } from '../../features/health/operating/operating.commands.ts';
import {
  isAdminPage,
  isRefusedByMode,
  MODE_REFUSALS,
  RETRY_SECONDS,
} from '../../features/health/operating/operating.rules.ts';
import { OPERATING_MODES } from '../../features/health/operating/operating.schema.ts';
import { canActAsAdmin } from '../../features/moderation/admins.queries.ts';
import { renderMaintenancePage } from '../../features/site/maintenance-page.drawing.ts';
import { type Locale, splitLocalePrefix } from '../../messages/locales.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv, PageRendering } from '../http.ts';
import { Refusal } from '../refusal.ts';
import { findPageLocale } from '../request-language.ts';

/** The cookie with which an admin's browser sees pages in maintenance. Each maintenance has its own secret. */
const PASS_COOKIE = /(?:^|;\s*)maintenance_pass=([\da-f-]{36})/;

const holdsPass = (cookies: string | null | undefined, pass: string) =>
  pass !== '' && PASS_COOKIE.exec(cookies ?? '')?.[1] === pass;

/** Refuses API requests that the current mode doesn't allow. */
export const enforceOperatingMode = createMiddleware<ApiEnv>(async (c, next) => {
  const { deps } = c.var;
  const request = { method: c.req.method, path: c.req.path };
  // Check first whether any mode would refuse the request. Probes must respond even if the database doesn't.
  if (!OPERATING_MODES.some((mode) => isRefusedByMode(mode, request))) return next();
  const { mode, pass } = await readOperatingState(deps);
  if (mode === 'open' || !isRefusedByMode(mode, request)) return next();
  if (mode === 'maintenance' && (await mayPass(c, pass))) return next();
  throw new Refusal('unavailable', MODE_REFUSALS[mode], undefined, RETRY_SECONDS);
});

/** Returns whether a caller may use the site in maintenance. An admin's browser gets the cookie for pages. */
async function mayPass(c: Context<ApiEnv>, pass: string): Promise<boolean> {
  const { deps, actor } = c.var;
  // Requests for pages that reach this point are already allowed.
  if ((c.env as { making?: PageRendering } | undefined)?.making) return true;
  if (holdsPass(c.req.header('Cookie'), pass)) return true;
  if (actor && (await canActAsAdmin(deps.db, actor))) {
    const secure = deps.env.origin.startsWith('https:') ? '; Secure' : '';
    c.header('Set-Cookie', `maintenance_pass=${pass}; Path=/; HttpOnly; SameSite=Lax${secure}`, { append: true });
    return true;
  }
  return isService(deps, c.req.header('Authorization'));
}

const renderedPages = new Map<Locale, string>();

function getMaintenancePage(locale: Locale): string {
  const page = renderedPages.get(locale) ?? renderMaintenancePage(getTranslator(locale));
  renderedPages.set(locale, page);
  return page;
}

/** Returns whether this node is in maintenance, without waiting. */
export const isInMaintenance = (deps: Deps): boolean => peekOperatingState(deps).mode === 'maintenance';

/** Returns the page to show instead of the requested one, or undefined if it opens as usual. */
export function replaceInMaintenance(deps: Deps, { url, headers }: Request): Response | undefined {
  const { mode, pass } = peekOperatingState(deps);
  if (mode !== 'maintenance' || holdsPass(headers.get('Cookie'), pass)) return undefined;
  const { pathname, locale } = splitLocalePrefix(new URL(url).pathname);
  if (isAdminPage(pathname)) return undefined;
  const offered = deps.env.LANGUAGES;
  const hints = { cookie: headers.get('Cookie'), acceptLanguage: headers.get('Accept-Language') };
  const shownLocale = locale && offered.includes(locale) ? locale : findPageLocale(hints, offered);
  return new Response(getMaintenancePage(shownLocale), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': shownLocale,
      'Cache-Control': 'no-store',
      'Retry-After': String(RETRY_SECONDS),
      Vary: 'Accept-Language, Cookie',
    },
  });
}

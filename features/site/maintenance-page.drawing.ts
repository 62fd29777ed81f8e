import { paths } from '../../content/paths.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from '../health/health.messages.ts';
import { renderBarePage } from './offline-page.drawing.ts';

const RELOAD_MS = 60_000;
/** Reloads the requested address, which shows the actual page once maintenance is over. */
const SCRIPT = `document.querySelector('button').onclick=()=>location.reload();setTimeout(()=>location.reload(),${RELOAD_MS})`;

/** Builds the page for people while the site is in maintenance. Admins sign in through its link. */
export const renderMaintenancePage = (t: Translator): string =>
  renderBarePage(t, {
    title: t(messages.maintenanceTitle),
    text: t(messages.maintenanceText),
    again: t(messages.maintenanceRetry),
    hint: t(messages.maintenanceHint),
    script: SCRIPT,
    more: `<a href="${paths.admin}">${t(messages.maintenanceConsole)}</a>\n`,
  });

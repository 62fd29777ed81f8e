import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getAuthSettings } from '../features/accounts/accounts.rules.ts';
import { renderConfigurationPage, renderEnvExample } from '../tools/configuration.ts';
import { readEnv } from './env.ts';
import { VENDORS, variableNames } from './variables.ts';

type Row = { name: string; fallback: string; meaning: string };

const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
const [describedPart = ''] = page.split('## Tests');
const rows: Row[] = describedPart
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', fallback = '', meaning = '']) => ({ name: name.replaceAll('`', ''), fallback, meaning }));

const getFallback = (name: string) => rows.find((row) => row.name === name)?.fallback.replaceAll('`', '');

describe('docs/configuration.md', () => {
  test('matches the output of "node tools/configuration.ts"', () => {
    expect(rows.map(({ name }) => name)).toEqual(variableNames);
    expect(page).toBe(renderConfigurationPage(page));
    expect(rows.filter(({ meaning }) => meaning.length < 5)).toEqual([]);
  });

  test('lists the third parties whose keys decide whether the server is a demo', () => {
    const [, variableList] = page.match(/^With none of (.+?) set, the server is a demo/m) ?? [];
    for (const { vendor } of VENDORS) expect(variableList).toContain(vendor);
  });

  test("matches the server's defaults", () => {
    const env = readEnv({});
    for (const [name, value] of Object.entries(env)) {
      if (!(variableNames as string[]).includes(name) || value === undefined) continue;
      expect([name, getFallback(name)]).toEqual([name, String(value)]);
    }
  });

  test('matches the account defaults', () => {
    const settings = getAuthSettings(readEnv({}));
    expect({
      AUTH_PASSWORD_MIN: getFallback('AUTH_PASSWORD_MIN'),
      AUTH_SESSION_INACTIVITY_HOURS: getFallback('AUTH_SESSION_INACTIVITY_HOURS'),
      AUTH_SESSION_LIFETIME_HOURS: getFallback('AUTH_SESSION_LIFETIME_HOURS'),
      AUTH_AUTOCONFIRM: getFallback('AUTH_AUTOCONFIRM'),
      AUTH_ANONYMOUS: getFallback('AUTH_ANONYMOUS'),
      AUTH_MANUAL_LINKING: getFallback('AUTH_MANUAL_LINKING'),
      AUTH_SIGNUP_DISABLED: getFallback('AUTH_SIGNUP_DISABLED'),
      AUTH_LIMITS_DISABLED: getFallback('AUTH_LIMITS_DISABLED'),
      AUTH_WEB3: getFallback('AUTH_WEB3'),
    }).toEqual({
      AUTH_PASSWORD_MIN: String(settings.passwordMin),
      AUTH_SESSION_INACTIVITY_HOURS: String(settings.inactivitySeconds / 3600),
      AUTH_SESSION_LIFETIME_HOURS: String(settings.lifetimeSeconds / 3600),
      AUTH_AUTOCONFIRM: String(settings.autoconfirm),
      AUTH_ANONYMOUS: String(settings.anonymous),
      AUTH_MANUAL_LINKING: String(settings.manualLinking),
      AUTH_SIGNUP_DISABLED: String(settings.signupDisabled),
      AUTH_LIMITS_DISABLED: String(!settings.limits),
      AUTH_WEB3: String(settings.web3),
    });
  });

  test('matches the generated .env.example', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    expect(example).toBe(renderEnvExample());
    for (const name of variableNames) expect(example).toContain(`\n#${name}=`);
  });

  test('is linked from the README', () => {
    expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain('docs/configuration.md');
  });
});

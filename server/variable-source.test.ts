import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EnvironmentError, readEnv } from './env.ts';
import { findMisspelledVariables, readSecretFiles } from './variable-source.ts';
import { variableNames } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
function writeSecret(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('readSecretFiles', () => {
  it('reads a value from a file, without the line break at its end', () => {
    const METRICS_TOKEN_FILE = writeSecret('token', 'one two\n');
    expect(readEnv({ METRICS_TOKEN_FILE }).METRICS_TOKEN).toBe('one two');
  });

  it('keeps line breaks within a value', () => {
    const path = writeSecret('key', '-----BEGIN\nabc\r\n');
    expect(readSecretFiles({ MAIL_DKIM_KEY_FILE: path }, ['MAIL_DKIM_KEY']).variables.MAIL_DKIM_KEY).toBe(
      '-----BEGIN\nabc',
    );
  });

  it('validates values from files like all other values', () => {
    const PORT_FILE = writeSecret('port', 'x');
    expect(() => readEnv({ PORT_FILE })).toThrow('PORT must be a number.');
  });

  it('reads an empty path as unset', () => {
    expect(readEnv({ METRICS_TOKEN_FILE: '' })).toEqual(readEnv({}));
  });

  it('refuses missing files, and a variable that has a value and a file', () => {
    const variables = { METRICS_TOKEN_FILE: join(folder, 'gone'), PORT: '3000', PORT_FILE: writeSecret('p', '1') };
    let messages: string[] = [];
    try {
      readEnv(variables);
    } catch (error) {
      messages = (error as EnvironmentError).messages;
    }
    expect(messages.toSorted()).toEqual([
      `METRICS_TOKEN_FILE names ${join(folder, 'gone')}, which can't be read (ENOENT). Check the path and its permissions.`,
      'PORT and PORT_FILE are both set. Remove one of them.',
    ]);
  });
});

describe('findMisspelledVariables', () => {
  it.each([
    ['METRICS_TOKE', 'METRICS_TOKEN'],
    ['STRIPE_SECRET_KEYS', 'STRIPE_SECRET_KEY'],
    ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
    ['public_origin', 'PUBLIC_ORIGIN'],
    ['DATABASE-URL', 'DATABASE_URL'],
  ])('suggests the intended variable for %s', (name, meantNames) => {
    expect(findMisspelledVariables({ [name]: 'x' }, variableNames)).toEqual([
      `${name} isn't a variable of Planet Crew. Did you mean ${meantNames}?`,
    ]);
  });

  it('accepts our own variables and those of other programs', () => {
    const others = 'HOME HOSTNAME PATH TERM npm_config_cache NODE_OPTIONS PGHOST PGDATABASE LANG SSH_AUTH_SOCK'.split(
      ' ',
    );
    const all = [...others, ...variableNames, ...variableNames.map((name) => `${name}_FILE`)];
    expect(findMisspelledVariables(Object.fromEntries(all.map((name) => [name, 'x'])), variableNames)).toEqual([]);
  });
});

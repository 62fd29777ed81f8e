import { describe, expect, test } from 'vitest';
import { type EnvironmentError, readEnv } from './env.ts';

function sentencesOf(variables: Record<string, string>): string[] {
  try {
    readEnv(variables);
  } catch (error) {
    return (error as EnvironmentError).sentences;
  }
  return [];
}

describe('the environment', () => {
  test('is usable when nothing is set, as a demonstration on localhost', () => {
    const env = readEnv({});
    expect(env).toMatchObject({ demo: true, origin: 'http://localhost:3000', ROLE: 'all', DATA_DIR: 'data' });
  });

  test('treats an empty variable as absent', () => {
    expect(readEnv({ DATABASE_URL: '', TWITCH_CLIENT_ID: '' }).demo).toBe(true);
  });

  test('says everything that is wrong at once, one sentence each, naming the variable', () => {
    const sentences = sentencesOf({ PORT: 'x', ROLE: 'boss', DATABASE_URL: 'mysql://x', PUBLIC_ORIGIN: 'nowhere' });
    expect(sentences).toEqual([
      'PORT must be a number.',
      'PUBLIC_ORIGIN must be a full address such as https://example.org.',
      'ROLE must be web, worker or all.',
      'DATABASE_URL must start with postgres:// or postgresql://.',
    ]);
  });

  test('refuses half of a pair of keys', () => {
    expect(sentencesOf({ TWITCH_CLIENT_SECRET: 's' })).toEqual([
      'TWITCH_CLIENT_SECRET is set but TWITCH_CLIENT_ID is not: set both, or neither.',
    ]);
  });

  test('refuses a demonstration on a public address in production', () => {
    const variables = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://crew.example' };
    expect(sentencesOf(variables)[0]).toContain('demonstration on the public address https://crew.example');
    const keys = { TWITCH_CLIENT_ID: 'a', TWITCH_CLIENT_SECRET: 'b', DATABASE_URL: 'postgres://db' };
    expect(sentencesOf({ ...variables, ...keys })).toEqual([]);
  });

  test('refuses a symmetric key to sign with', () => {
    const AUTH_SIGNING_KEYS = JSON.stringify([{ kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }]);
    expect(sentencesOf({ AUTH_SIGNING_KEYS })[0]).toContain('is symmetric');
    expect(sentencesOf({ AUTH_LEGACY_SECRET: 'short' })[0]).toContain('at least 32 characters');
  });

  test('takes the origin without a trailing slash', () => {
    for (const PUBLIC_ORIGIN of [
      'https://u:p@crew.example',
      'https://crew.example/a?b#c',
      'ftp://crew.example',
      'https://*',
    ]) {
      expect(sentencesOf({ PUBLIC_ORIGIN }).join()).toContain('scheme, host and port only');
    }
    expect(readEnv({ PUBLIC_ORIGIN: 'https://crew.example/' }).origin).toBe('https://crew.example');
  });
});

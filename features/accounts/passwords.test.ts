import { describe, expect, it } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { readEnv } from '../../server/env.ts';
import { getAuthSettings, isSameSecret } from './accounts.rules.ts';
import { checkPassword, hashPassword, requireStrongPassword } from './passwords.commands.ts';

const password = 'violet court lamp 42';
const deps = { env: readEnv({ NODE_ENV: 'test' }) } as Deps;

/** Returns the error for a password, with the machine-readable reasons. */
function getRefusal(text: string, about: string[] = []) {
  try {
    requireStrongPassword(deps, text, about);
    return undefined;
  } catch (error) {
    const { message, protocol } = error as { message: string; protocol: { code: string; extra: object } };
    return { message, code: protocol.code, ...protocol.extra };
  }
}

describe('a password', () => {
  it('is stored as argon2id with 19 MiB and two passes', async () => {
    const storedHash = await hashPassword(password);
    expect(storedHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await checkPassword(storedHash, password)).toBe('right');
    expect(await checkPassword(storedHash, `${password} `)).toBe('wrong');
  });

  it('is hashed off the main thread, which keeps serving requests', async () => {
    let turns = 0;
    let isHashing = true;
    const turn = () => {
      turns += 1;
      if (isHashing) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(Array.from({ length: 4 }, () => hashPassword(password)));
    isHashing = false;
    expect(turns).toBeGreaterThan(20);
  });

  it("is refused when it's longer than 72 bytes, and the error names its length", () => {
    expect(getRefusal('é'.repeat(36))).toBeUndefined();
    expect(getRefusal('é'.repeat(37))).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('this one takes 74 bytes'),
    });
  });

  it("is refused when it's too short, and the error names the minimum length", () => {
    expect(getRefusal('x7 Qz')).toMatchObject({
      code: 'weak_password',
      message: 'Password should be at least 8 characters.',
      weak_password: { reasons: ['length'] },
    });
  });

  it.each(['password123', 'QWERTYUIOP', 'iloveyou1'])("is refused when it's widely known: %s", (commonPassword) => {
    expect(getRefusal(commonPassword)).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['pwned'] } });
  });

  it("is refused when it's the user's own email address", () => {
    expect(getRefusal('hooper.of.the.night@example.test', ['hooper.of.the.night@example.test'])).toMatchObject({
      weak_password: { reasons: ['pwned'] },
    });
    expect(getRefusal('hooper.of.the.night', ['hooper.of.the.night@example.test'])).toBeDefined();
  });
});

describe('secrets', () => {
  it('are compared in full, regardless of their length', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true);
    for (const [one, other] of [
      ['abc', 'abd'],
      ['abc', 'ab'],
      ['', 'abc'],
    ] as const) {
      expect(isSameSecret(one, other)).toBe(false);
    }
  });
});

describe('rate limits', () => {
  it('are enforced unless the operator turns them off', () => {
    expect(getAuthSettings(readEnv({})).limits).toBe(true);
    expect(getAuthSettings(readEnv({ AUTH_LIMITS_DISABLED: 'true' })).limits).toBe(false);
  });
});

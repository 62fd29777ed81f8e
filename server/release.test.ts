import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { readRelease } from './release.ts';

describe('readRelease', () => {
  it('reads the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(readRelease(undefined).version).toBe(version);
  });

  it('prefers the given commit over the one stored by the build', () => {
    expect(readEnv({ SOURCE_COMMIT: 'abc1234' }).release.commit).toBe('abc1234');
  });
});

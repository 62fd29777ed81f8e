import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changelog } from './validation/changelog-file.ts';
import { parseChangelog } from './validation/parse-changelog.ts';

describe('parseChangelog', () => {
  it('reads version, date, title, summary and changes of each release', () => {
    const { entries, problems } = parseChangelog(
      '# Changelog\n\nIntro.\n\n## [Unreleased]\n\n### Added\n\n- Later.\n\n## [1.2.3] - 2026-01-31\n\n**A title.** A summary.\n\n### Added\n\n- One.\n\n### Fixed\n\n- Two.\n\n## 2025-01-01\n\n**Old.** Before versions.\n',
    );
    expect(problems).toEqual([]);
    expect(entries).toEqual([
      {
        version: '1.2.3',
        date: '2026-01-31',
        title: 'A title',
        line: 'A summary.',
        changes: [
          { kind: 'Added', text: 'One.' },
          { kind: 'Fixed', text: 'Two.' },
        ],
      },
      { date: '2025-01-01', title: 'Old', line: 'Before versions.', changes: [] },
    ]);
  });

  it("reports headings and lines it doesn't recognize", () => {
    const { problems } = parseChangelog('## 1.2.3 (January)\n\nloose text\n\n## 2025-01-01\n\n- before any kind\n');
    expect(problems).toHaveLength(3);
  });
});

describe('CHANGELOG.md', () => {
  it('starts with the version in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(changelog[0]!.version).toBe(version);
  });
});

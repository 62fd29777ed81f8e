type Change = { kind: string; text: string };
type Entry = { date: string; version?: string; title: string; line: string; changes: Change[] };

const HEADING = /^## (?:\[(?<version>\d+\.\d+\.\d+)\] - )?(?<date>\d{4}-\d{2}-\d{2})$/;
const SUMMARY = /^\*\*(?<title>.+)\.\*\* (?<line>.+)$/;

/**
 * Parses the releases of a changelog in the Keep a Changelog format. Each release starts with a line `**Title.**
 * Summary`. Skips the section of unreleased changes. The content check validates the values.
 * @returns releases in file order, and one sentence for each unknown line
 */
export function parseChangelog(markdown: string): { entries: Entry[]; problems: string[] } {
  const sections = markdown.split(/^(?=## )/m).filter((section) => section.startsWith('## '));
  const entries: Entry[] = [];
  const problems: string[] = [];
  for (const section of sections) {
    const [heading = '', ...lines] = section.split('\n');
    if (heading === '## [Unreleased]') continue;
    const { version, date = '' } = HEADING.exec(heading)?.groups ?? {};
    if (!date) problems.push(`CHANGELOG.md: write "${heading}" as "## [1.2.3] - 2026-01-31".`);
    const entry: Entry = { date, ...(version && { version }), title: '', line: '', changes: [] };
    let kind = '';
    for (const line of lines.filter((text) => text.trim() !== '')) {
      const summary = SUMMARY.exec(line)?.groups;
      if (summary) Object.assign(entry, summary);
      else if (line.startsWith('### ')) kind = line.slice('### '.length);
      else if (line.startsWith('- ') && kind) entry.changes.push({ kind, text: line.slice('- '.length) });
      else
        problems.push(`CHANGELOG.md, ${heading.slice('## '.length)}: "${line}" is not a summary, a kind or a change.`);
    }
    entries.push(entry);
  }
  return { entries, problems };
}

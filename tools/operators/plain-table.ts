const GAP = '  ';

/** Formats rows as a table of plain text with aligned columns. */
export function formatTable(headers: string[], rows: (string | number | null | undefined)[][]): string {
  const cells = [headers, ...rows.map((row) => row.map((cell) => String(cell ?? '–').replaceAll(/\s+/g, ' ')))];
  const widths = headers.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)));
  const toLine = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join(GAP)
      .trimEnd();
  return cells.map(toLine).join('\n');
}

/** Formats facts as lines of name and value. Leaves out empty values. */
export function formatFacts(facts: [string, string | number | null | undefined][]): string {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}${GAP}${value}`).join('\n');
}

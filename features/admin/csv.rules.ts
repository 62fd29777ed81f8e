/** Spreadsheets run cells that start with these characters as formulas. A leading apostrophe turns them into text. */
const FORMULA = /^[=+\-@\t\r]/;

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const cellText = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = typeof value === 'string' && FORMULA.test(cellText) ? `'${cellText}` : cellText;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel reads a CSV file as UTF-8 only with this mark. Without it, "Éloïse" is garbled. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Formats rows as CSV (RFC 4180, UTF-8 with a byte order mark) with a header line. Objects are written as JSON. */
export function toCsv<C extends string>(columns: readonly C[], rows: readonly Partial<Record<C, unknown>>[]): string {
  const lines = rows.map((row) => columns.map((column) => formatCell(row[column])).join(','));
  return `${BYTE_ORDER_MARK}${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

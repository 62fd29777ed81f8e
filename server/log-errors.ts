/** An error as it appears in a log line. */
export type DescribedError = {
  type: string;
  message?: string;
  code?: string;
  constraint?: string;
  schema?: string;
  table?: string;
  column?: string;
  routine?: string;
  statement?: string;
  stack?: string;
  cause?: DescribedError;
  errors?: DescribedError[];
};

const SQLSTATE = /^[0-9A-Z]{5}$/;
const MAX_CAUSES = 4;
const MAX_STATEMENT_LENGTH = 400;
const NAMES = ['code', 'constraint', 'schema', 'table', 'column', 'routine'] as const;

/**
 * Reduces an error to what may be logged. Database errors include the statement, its parameters and the row, so keep
 * only the names and the statement's shape. Parsers quote input they can't read, so remove quoted parts.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as Error & Record<string, unknown>;
  const describedError: DescribedError = { type: error.name };
  for (const name of NAMES) if (typeof fields[name] === 'string') describedError[name] = fields[name];
  if (typeof fields.query === 'string') describedError.statement = getStatementShape(fields.query);
  else describedError.message = quotesUserInput(error) ? removeQuotes(error.message) : error.message;
  const stack = getStackFrames(error);
  if (stack) describedError.stack = stack;
  if (depth < MAX_CAUSES && error.cause !== undefined) describedError.cause = describeError(error.cause, depth + 1);
  if (depth < MAX_CAUSES && error instanceof AggregateError) {
    describedError.errors = error.errors.slice(0, MAX_CAUSES).map((one) => describeError(one, depth + 1));
  }
  return describedError;
}

/** Returns whether the message may quote input, as those of PostgreSQL and of JSON, URL and number parsers do. */
function quotesUserInput(error: Error): boolean {
  const { code } = error as Error & { code?: unknown };
  const isDatabase = typeof code === 'string' && SQLSTATE.test(code) && 'severity' in error;
  return isDatabase || error instanceof SyntaxError || error instanceof URIError;
}

/** Cuts from the first quote to the last, because quoted input may contain quotes itself. */
const removeQuotes = (message: string) => message.replace(/(["'`«“])[\s\S]*["'`»”]/u, '$1…$1').split('\n', 1)[0]!;

/** Returns the statement without its literals. Parameters are already numbered placeholders. */
function getStatementShape(query: string): string {
  const shape = query
    .replace(/\$([a-z_]*)\$[\s\S]*?\$\1\$/gi, '?')
    .replace(/e?'(?:[^'\\]|''|\\[\s\S])*'/gi, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return shape.length > MAX_STATEMENT_LENGTH ? `${shape.slice(0, MAX_STATEMENT_LENGTH)} …` : shape;
}

/** Returns only the stack frames. The lines before them repeat the message. */
function getStackFrames(error: Error): string | undefined {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return frames?.length ? frames.join('\n') : undefined;
}

import { findDifferences } from './sandbox-shapes.ts';
import type { Event } from './sandbox-state.ts';

/** Refusals of the stand-in that say that a request is not of the published shape. */
const SHAPE_ERROR_CODES = new Set([
  'parameter_unknown',
  'parameter_missing',
  'parameter_invalid_integer',
  'parameter_invalid_empty',
]);

type Body = { object?: string; deleted?: boolean; data?: unknown[]; error?: { code?: string; message?: string } };

/** What goes to and fro between the product and the stand-in, held against what the vendor publishes. */
export class Recording {
  calls = 0;
  readonly differences = new Set<string>();

  /** A fetch that hears with. */
  wrapFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const response = await fetch(input, init);
      const asked = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
      const copy = response.clone();
      if (copy.headers.get('Content-Type')?.startsWith('application/json')) this.hear(asked, await copy.json());
      return response;
    };
  }

  private hear(asked: string, body: Body): void {
    this.calls += 1;
    const { error } = body;
    if (error && SHAPE_ERROR_CODES.has(error.code ?? '')) this.differences.add(`${asked}: ${error.message}`);
    if (error) return;
    const rows = body.object === 'list' ? (body.data as Body[]) : [body];
    for (const row of rows) this.compareShape(asked, row);
  }

  private compareShape(where: string, row: Body): void {
    const kind = row.deleted ? `deleted_${row.object}` : (row.object ?? 'nothing');
    for (const difference of findDifferences(kind, row)) this.differences.add(`${where}: ${difference}`);
  }

  /** Events as they were sent. */
  recordEvents(events: Event[]): void {
    for (const event of events) {
      this.compareShape(event.type, event as unknown as Body);
      this.compareShape(event.type, event.data.object as Body);
    }
  }
}

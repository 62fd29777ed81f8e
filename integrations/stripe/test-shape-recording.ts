import { findDifferences } from './sandbox-shapes.ts';
import type { Event } from './sandbox-state.ts';

/** Sandbox error codes for requests that don't match the published schema. */
const SHAPE_ERROR_CODES = new Set([
  'parameter_unknown',
  'parameter_missing',
  'parameter_invalid_integer',
  'parameter_invalid_empty',
]);

type Body = { object?: string; deleted?: boolean; data?: unknown[]; error?: { code?: string; message?: string } };

/** Records the traffic between the product and the sandbox, and compares it with Stripe's published schemas. */
export class Recording {
  calls = 0;
  readonly differences = new Set<string>();

  /** Wraps a fetch to record its traffic. */
  wrapFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const response = await fetch(input, init);
      const route = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
      const copy = response.clone();
      if (copy.headers.get('Content-Type')?.startsWith('application/json')) this.recordAnswer(route, await copy.json());
      return response;
    };
  }

  private recordAnswer(route: string, body: Body): void {
    this.calls += 1;
    const { error } = body;
    if (error && SHAPE_ERROR_CODES.has(error.code ?? '')) this.differences.add(`${route}: ${error.message}`);
    if (error) return;
    const rows = body.object === 'list' ? (body.data as Body[]) : [body];
    for (const row of rows) this.compareShape(route, row);
  }

  private compareShape(where: string, row: Body): void {
    const kind = row.deleted ? `deleted_${row.object}` : (row.object ?? 'nothing');
    for (const difference of findDifferences(kind, row)) this.differences.add(`${where}: ${difference}`);
  }

  /** Records events as they were sent. */
  recordEvents(events: Event[]): void {
    for (const event of events) {
      this.compareShape(event.type, event as unknown as Body);
      this.compareShape(event.type, event.data.object as Body);
    }
  }
}

import { computePercentile } from '../live/pace.ts';
import type { TimedRequest } from './timed-client.ts';

/** Expected refusals by kind of request. They mean that the item has just ended or that someone else was faster. */
const EXPECTED_STATUSES: Record<string, number[]> = {
  answer: [404, 409],
  apply: [404, 409],
  write: [404, 409],
  'mark thread': [404],
};
const TOO_MANY = 429;

const isExplained = ({ kind, status }: TimedRequest) =>
  status === TOO_MANY || EXPECTED_STATUSES[kind]?.includes(status) === true;
const isFault = (one: TimedRequest) => one.status === 0 || (one.status >= 400 && !isExplained(one));

const listTimes = (requests: readonly TimedRequest[]) => {
  const ms = requests.map((one) => one.ms);
  return {
    count: ms.length,
    p50Ms: computePercentile(ms, 0.5),
    p95Ms: computePercentile(ms, 0.95),
    p99Ms: computePercentile(ms, 0.99),
    longestMs: computePercentile(ms, 1),
  };
};

/** Counts refusals by kind and status. */
export function countRefusals(requests: readonly TimedRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, status, refusal } of requests) {
    if (refusal === null) continue;
    const name = `${kind}: ${status || 'broken'} ${refusal}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Summarizes the number and duration of requests, by kind and in total. */
export function summarizeKinds(requests: readonly TimedRequest[]) {
  const requestsByKind = Map.groupBy(requests, ({ kind }) => kind);
  const summarizeRow = (list: readonly TimedRequest[]) => ({
    ...listTimes(list),
    tooMany: list.filter(({ status }) => status === TOO_MANY).length,
    explained: list.filter((one) => one.status !== TOO_MANY && isExplained(one)).length,
    refused: list.filter((one) => isFault(one) && one.status >= 400 && one.status < 500).length,
    failed: list.filter(({ status }) => status >= 500).length,
    broken: list.filter(({ status }) => status === 0).length,
  });
  return {
    kinds: Object.fromEntries(
      [...requestsByKind].sort(([a], [b]) => a.localeCompare(b)).map(([kind, list]) => [kind, summarizeRow(list)]),
    ),
    whole: summarizeRow(requests),
  };
}

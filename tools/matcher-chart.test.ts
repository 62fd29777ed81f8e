import { expect, test } from 'vitest';
import { readChart, readResults, renderComparisonChart } from './matcher-chart.ts';

test("shows the bench results in the package's chart", () => {
  const isCurrent = readChart() === renderComparisonChart(readResults());
  expect(isCurrent, 'The results have changed: run node tools/matcher-chart.ts').toBe(true);
});

test('changes the chart when a figure changes, and fails when one is missing', () => {
  const results = readResults();
  const changed = structuredClone(results);
  const row = changed.sections.baselines.rows.find(
    ({ pool, method }) => pool === 'thin 10000' && /Nakama/.test(method),
  )!;
  row['players in squads'] += 50;
  expect(renderComparisonChart(changed)).not.toBe(renderComparisonChart(results));
  row.method = 'another';
  expect(() => renderComparisonChart(changed)).toThrow(
    /has not measured "like the matchmaker of Nakama" on thin 10000/,
  );
});

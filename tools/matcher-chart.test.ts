import { expect, test } from 'vitest';
import { readChart, readResults, renderComparisonChart } from './matcher-chart.ts';

test('the chart of the package shows what the bench has measured', () => {
  const isCurrent = readChart() === renderComparisonChart(readResults());
  expect(isCurrent, 'The results have changed: run node tools/matcher-chart.ts').toBe(true);
});

test('a figure that changes changes the chart, and one that is missing is no chart', () => {
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

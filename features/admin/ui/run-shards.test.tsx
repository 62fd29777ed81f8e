import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RunShards } from './run-shards.tsx';

test('formats the counts of a large round and shows a dash for unknown values', () => {
  const shard = {
    number: 1,
    regions: ['EU', 'Asia'],
    platforms: ['PC'],
    players: 61_234,
    squads: 11_024,
    pairs: 1_812,
  };
  const html = renderToStaticMarkup(
    <RunShards
      shards={[
        { ...shard, status: 'done', seconds: 412.34, gap: 0.0213 },
        { ...shard, number: 2, status: 'running', seconds: null, gap: null },
      ]}
    />,
  );
  for (const text of ['EU, Asia', '61,234', '11,024', '1,812', '412.3', '2.1 %']) expect(html).toContain(`>${text}<`);
  expect(html.match(/>–</g)).toHaveLength(2);
  expect(renderToStaticMarkup(<RunShards shards={[]} />)).toBe('');
});

import { type Columns, SPARE_ROWS } from './columns.ts';
import type { PoolPlayer } from './matcher-schema.ts';

/**
 * Returns the columns with changed versions (`rows`) of player `original` after the pool's own rows. The versions keep
 * the player's relations. They use reserved rows, so the pool's rows aren't copied, and each call replaces the previous
 * versions.
 * @throws RangeError for more than `SPARE_ROWS` versions
 */
export function expandVariants(
  c: Columns,
  original: number,
  rows: readonly PoolPlayer[],
  writePlayer: (columns: Columns, i: number, row: PoolPlayer) => void,
): Columns {
  if (rows.length > SPARE_ROWS) throw new RangeError(`At most ${SPARE_ROWS} changes can be tried at a time.`);
  const relations = copyRelations(c, original, rows.length);
  const columns: Columns = { ...c, ...relations, size: c.size + rows.length };
  rows.forEach((row, v) => {
    writePlayer(columns, c.size + v, row);
  });
  return columns;
}

function copyRelations(c: Columns, original: number, count: number) {
  const relationOffset = c.relationStart[original]!;
  const ownCount = c.relationStart[original + 1]! - relationOffset;
  const relationCount = c.relationStart[c.size]!;
  const relationStart = new Int32Array(c.size + count + 1);
  relationStart.set(c.relationStart.subarray(0, c.size + 1));
  const relationOther = new Int32Array(relationCount + ownCount * count);
  const relationKind = new Uint8Array(relationCount + ownCount * count);
  relationOther.set(c.relationOther.subarray(0, relationCount));
  relationKind.set(c.relationKind.subarray(0, relationCount));
  for (let v = 0; v < count; v++) {
    const at = relationCount + v * ownCount;
    relationOther.set(c.relationOther.subarray(relationOffset, relationOffset + ownCount), at);
    relationKind.set(c.relationKind.subarray(relationOffset, relationOffset + ownCount), at);
    relationStart[c.size + v + 1] = at + ownCount;
  }
  return { relationStart, relationOther, relationKind };
}

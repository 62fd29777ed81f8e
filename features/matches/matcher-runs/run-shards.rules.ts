export type { Certificate } from '../../../matcher/matcher-schema.ts';
export type { WholeFacts } from '../../../matcher/shard-sums.ts';
export type { Place, Shard } from '../../../matcher/shards.ts';

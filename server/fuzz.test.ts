import { describe } from 'vitest';
import { fuzzEveryOperation } from './test-fuzz.ts';

describe('every operation, asked nonsense', () => fuzzEveryOperation({ runs: 3 }));

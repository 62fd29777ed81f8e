import { describe } from 'vitest';
import { fuzzEveryOperation } from './test-fuzz.ts';

describe('every operation, asked nonsense at length', () => fuzzEveryOperation({ runs: 60 }));

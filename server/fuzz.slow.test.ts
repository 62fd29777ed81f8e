import { describe } from 'vitest';
import { fuzzEveryOperation } from './test-fuzz.ts';

describe('every operation with lots of invalid input', () => fuzzEveryOperation({ runs: 60 }));

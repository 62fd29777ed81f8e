import { describe } from 'vitest';
import { fuzzEveryOperation } from './test-fuzz.ts';

describe('every operation with invalid input', () => fuzzEveryOperation({ runs: 3 }));

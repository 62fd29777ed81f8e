import { describe } from 'vitest';
import { fuzzEveryOperation } from './test-fuzz.ts';

describe('every operation with extensive invalid input', () => fuzzEveryOperation({ runs: 60 }));

import { createApi } from '../../server/http.ts';
import { keysApi } from './keys/api.ts';

export const accountsApi = createApi().route('/', keysApi);

import { createApi } from '../../server/http.ts';
import { avatarsApi } from './avatars.api.ts';
import { bucketsApi } from './storage-buckets.api.ts';
import { objectsApi } from './storage-objects.api.ts';

export const assetsApi = createApi().route('/', avatarsApi).route('/', bucketsApi).route('/', objectsApi);

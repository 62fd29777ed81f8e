import { json, operation } from '../../server/http.ts';
import { Refusal } from '../../server/refusal.ts';
import * as messages from './assets.messages.ts';
import { AvatarState, Crop } from './assets.schema.ts';
import { removeAvatar, setAvatar } from './avatars.commands.ts';
import { createStorageApi } from './storage-protocol.api.ts';

const set = operation({
  method: 'put',
  path: '/storage/v1/avatar',
  who: 'user',
  surface: 'storage',
  summary: 'Set my avatar',
  responses: { 200: json(AvatarState, "The picture's address") },
});

const remove = operation({
  method: 'delete',
  path: '/storage/v1/avatar',
  who: 'user',
  surface: 'own',
  summary: 'Remove my avatar',
  responses: { 200: json(AvatarState, 'No picture') },
});

export const avatarsApi = createStorageApi()
  .openapi(set, async (c) => {
    const form = await c.req.formData().catch(() => undefined);
    const file = form?.get('file');
    if (!(file instanceof File)) throw new Refusal('invalid', messages.pictureRequired, 'file');
    const isSizeRequested = form?.has('size');
    const crop = isSizeRequested
      ? Crop.safeParse(Object.fromEntries(['x', 'y', 'size'].map((key) => [key, form?.get(key)])))
      : undefined;
    if (crop && !crop.success) throw new Refusal('invalid', messages.cropInvalid, 'size');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { signal } = c.req.raw;
    const avatar_url = await setAvatar(c.var.deps, c.var.actor!, { bytes, crop: crop?.data, signal });
    return c.json({ avatar_url }, 200);
  })
  .openapi(remove, async (c) => {
    await removeAvatar(c.var.deps, c.var.actor!);
    return c.json({ avatar_url: null }, 200);
  });

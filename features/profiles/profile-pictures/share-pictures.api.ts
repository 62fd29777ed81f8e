import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { issueText } from '../../../messages/issue-text.ts';
import { matchesEtag } from '../../../server/http.ts';
import * as messages from '../profiles.messages.ts';
import type { SharePicture } from './share-pictures.commands.ts';

/** Parameters of a share image that's named after its subject. */
export const SharePictureParams = z.object({
  file: z
    .string()
    .regex(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.png$/,
      issueText(messages.pictureFileInvalid, { example: '{id}.png' }),
    ),
});
export const pictureResponses = {
  200: { description: 'A PNG', content: { 'image/png': { schema: { type: 'string' as const, format: 'binary' } } } },
};

export const parsePictureFile = ({ file }: { file: string }): string => file.slice(0, -'.png'.length);

/** Sends a share image, or 304 when the client has this version. */
export function sendPicture(c: Context, { png, version }: SharePicture, caching: string) {
  const etag = `"${version}"`;
  const headers = { ETag: etag, 'Cache-Control': `public, ${caching}` };
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers);
  return c.body(png, 200, { ...headers, 'Content-Type': 'image/png' });
}

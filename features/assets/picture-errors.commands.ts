import type { ImageFault } from '../../pictures/picture-tasks.ts';
import { Refusal } from '../../server/refusal.ts';

type PictureProblem = { code: 'invalid' | 'too_many' | 'unavailable'; sentence: string };

const PICTURE_PROBLEMS: { [F in Exclude<ImageFault, 'unreadable'>]: PictureProblem } = {
  large: {
    code: 'invalid',
    sentence:
      'This picture is too large: at most 10,000 pixels a side and 40 million in all. Please make it smaller and send that.',
  },
  moving: { code: 'invalid', sentence: 'This picture has more than 1,000 frames. Please send a still one.' },
  twofold: {
    code: 'invalid',
    sentence:
      'This file is a picture and something else at once. Please open it, save it anew as PNG or JPEG, and send that.',
  },
  costly: {
    code: 'invalid',
    sentence: 'This picture takes too long to read. Please save it smaller, as PNG or JPEG, and send that.',
  },
  yours: {
    code: 'too_many',
    sentence: 'Your other pictures are still being read. Please send this one again in a moment.',
  },
  busy: {
    code: 'unavailable',
    sentence: 'Many pictures are being read right now. Please send yours again in a moment.',
  },
  left: { code: 'unavailable', sentence: 'This picture was not read, because whoever sent it did not wait.' },
  broken: {
    code: 'unavailable',
    sentence: 'Pictures cannot be read at the moment. Please try again in a few minutes.',
  },
};

/** Describes why a picture was refused and what to do. @param unreadable message for a file that isn't an image */
export const describePictureFault = (fault: ImageFault, unreadable: string): PictureProblem =>
  fault === 'unreadable' ? { code: 'invalid', sentence: unreadable } : PICTURE_PROBLEMS[fault];

/** Creates the refusal for a picture in a form. @param field the picture's form field */
export function createPictureRefusal(fault: ImageFault, field: string, unreadable: string): Refusal {
  const { code, sentence } = describePictureFault(fault, unreadable);
  return new Refusal(code, sentence, field);
}

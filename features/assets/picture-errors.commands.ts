import type { ImageFault } from '../../pictures/picture-tasks.ts';
import { Refusal } from '../../server/refusal.ts';

type PictureProblem = { code: 'invalid' | 'too_many' | 'unavailable'; sentence: string };

const PICTURE_PROBLEMS: { [F in Exclude<ImageFault, 'unreadable'>]: PictureProblem } = {
  large: {
    code: 'invalid',
    sentence: 'This picture is too large. Use at most 10,000 pixels a side and 40 million in all.',
  },
  moving: { code: 'invalid', sentence: 'This picture has more than 1,000 frames. Send a still one.' },
  twofold: {
    code: 'invalid',
    sentence: 'This file is more than a picture. Save it again as PNG or JPEG and send that.',
  },
  costly: {
    code: 'invalid',
    sentence: 'This picture takes too long to read. Save a smaller PNG or JPEG and send that.',
  },
  yours: {
    code: 'too_many',
    sentence: "We're still reading your other pictures. Send this one again in a moment.",
  },
  busy: {
    code: 'unavailable',
    sentence: "We're reading a lot of pictures right now. Send yours again in a moment.",
  },
  left: { code: 'unavailable', sentence: "We didn't read this picture because the upload was canceled." },
  broken: {
    code: 'unavailable',
    sentence: "We can't read pictures right now. Try again in a few minutes.",
  },
};

/** Explains why a picture was refused and what to do. @param unreadable message for a file that isn't an image */
export const describePictureFault = (fault: ImageFault, unreadable: string): PictureProblem =>
  fault === 'unreadable' ? { code: 'invalid', sentence: unreadable } : PICTURE_PROBLEMS[fault];

/** Creates the refusal of a picture in a form. @param field the picture's form field */
export function createPictureRefusal(fault: ImageFault, field: string, unreadable: string): Refusal {
  const { code, sentence } = describePictureFault(fault, unreadable);
  return new Refusal(code, sentence, field);
}

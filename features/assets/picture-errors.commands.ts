import type { Translatable } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import type { ImageFault } from '../../pictures/picture-tasks.ts';
import { Refusal } from '../../server/refusal.ts';
import * as messages from './assets.messages.ts';

type RefusalCode = 'invalid' | 'too_many' | 'unavailable';

const PICTURE_PROBLEMS: Record<Exclude<ImageFault, 'unreadable'>, { code: RefusalCode; text: Message }> = {
  large: { code: 'invalid', text: messages.pictureTooManyPixels },
  moving: { code: 'invalid', text: messages.pictureTooManyFrames },
  twofold: { code: 'invalid', text: messages.pictureWithOtherContent },
  costly: { code: 'invalid', text: messages.pictureTooSlow },
  yours: { code: 'too_many', text: messages.pictureQueueFull },
  busy: { code: 'unavailable', text: messages.picturesBusy },
  left: { code: 'unavailable', text: messages.pictureCanceled },
  broken: { code: 'unavailable', text: messages.picturesUnavailable },
};

/** Explains why a picture was refused and what to do. @param unreadable message for a file that isn't an image */
export const describePictureFault = (
  fault: ImageFault,
  unreadable: Translatable,
): { code: RefusalCode; text: Translatable } =>
  fault === 'unreadable' ? { code: 'invalid', text: unreadable } : PICTURE_PROBLEMS[fault];

/** Creates the refusal of a picture in a form. @param field the picture's form field */
export function createPictureRefusal(fault: ImageFault, field: string, unreadable: Translatable): Refusal {
  const { code, text } = describePictureFault(fault, unreadable);
  return new Refusal(code, text, field);
}

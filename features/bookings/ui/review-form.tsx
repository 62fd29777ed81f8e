import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraft } from '../../../web/use-draft.ts';
import type { BookingView } from '../bookings.schema.ts';
import { MAX_STARS, REVIEW_TEXT_MAX } from '../reviews/review-limits.schema.ts';
import { Stars } from './stars.tsx';

const CHOICES = MAX_STARS.map((star) => ({ value: String(star), label: `${star} ${star === 1 ? 'star' : 'stars'}` }));

/** Holds only the fields that the user has changed. */
const UNTOUCHED: { stars?: string; words?: string } = {};

/** The buyer's review of a booking. It's public, can be written once the booking is finished and stays editable. */
export function BookingReview({ booking }: { booking: BookingView }) {
  const { review, mayReview, side } = booking;
  if (mayReview) return <ReviewForm booking={booking} />;
  if (!review) return null;
  if (review.removed) {
    return (
      <Notice tone="red" title="This booking's review was removed">
        A moderator removed it, so no one else can read it.
      </Notice>
    );
  }
  return (
    <Panel as="section" className="stack gap-2" aria-labelledby="review">
      <h2 id="review" className="text-xl">
        {side === 'seller' ? 'What the buyer says' : 'Review'}
      </h2>
      <Stars of={review.stars} />
      {review.words && <p className="whitespace-pre-line wrap-anywhere">{review.words}</p>}
    </Panel>
  );
}

function ReviewForm({ booking: { id, type, review, player } }: { booking: BookingView }) {
  // Unchanged fields show the saved value, even when it was saved from another page.
  const [draft, setDraft] = useDraft(`draft:review-${id}`, UNTOUCHED);
  const { stars = review ? String(review.stars) : '', words = review?.words ?? '' } = draft;
  const [missing, setMissing] = useState(false);
  const { run } = useAction();
  const send = async () => {
    setMissing(!stars);
    if (!stars) return;
    const json = { stars: Number(stars), words };
    const sent = await run(
      () => browserApi().api.bookings[':id'].review.$put({ param: { id }, json }),
      review ? 'Review updated' : 'Thanks for your review',
    );
    if (sent) setDraft(UNTOUCHED);
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="review">
      <h2 id="review" className="text-xl">
        {review
          ? 'Your review'
          : `How was ${type === 'hire' ? `your hire with ${player.name}` : `your session with ${player.name}`}?`}
      </h2>
      <Form className="stack" onSubmit={send}>
        <Field label="Stars" group required {...(missing ? { error: 'Choose one to five stars.' } : {})}>
          <RadioCards
            name="stars"
            columns={4}
            options={CHOICES}
            value={stars}
            onChange={(chosen) => setDraft((before) => ({ ...before, stars: chosen }))}
          />
        </Field>
        <Field label="In your words" hint="Everyone can read it, with your name. You can change it later.">
          <TextArea
            rows={4}
            maxLength={REVIEW_TEXT_MAX}
            value={words}
            onChange={({ target }) => setDraft((before) => ({ ...before, words: target.value }))}
          />
        </Field>
        <Button type="submit" className="self-start">
          {review ? 'Update review' : 'Send review'}
        </Button>
      </Form>
    </Panel>
  );
}

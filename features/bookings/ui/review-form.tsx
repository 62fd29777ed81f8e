import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
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
import * as messages from '../bookings.messages.ts';
import type { BookingView } from '../bookings.schema.ts';
import { MAX_STARS, REVIEW_TEXT_MAX } from '../reviews/review-limits.schema.ts';
import { StarRating } from './stars.tsx';

/** Draft with only the fields that the user has changed. */
const EMPTY_DRAFT: { stars?: string; words?: string } = {};

/** The buyer's review of a booking. It's public, can be written once the booking is finished and stays editable. */
export function BookingReview({ booking }: { booking: BookingView }) {
  const t = useTranslator();
  const { review, mayReview, side } = booking;
  if (mayReview) return <ReviewForm booking={booking} />;
  if (!review) return null;
  if (review.removed) {
    return (
      <Notice tone="red" title={t(messages.reviewRemovedTitle)}>
        {t(messages.reviewRemoved)}
      </Notice>
    );
  }
  return (
    <Panel as="section" className="stack gap-2" aria-labelledby="review">
      <h2 id="review" className="text-xl">
        {side === 'seller' ? t(messages.buyerReviewTitle) : t(messages.reviewTitle)}
      </h2>
      <StarRating of={review.stars} />
      {review.words && <p className="whitespace-pre-line wrap-anywhere">{review.words}</p>}
    </Panel>
  );
}

function ReviewForm({ booking: { id, type, review, player } }: { booking: BookingView }) {
  const t = useTranslator();
  // Unchanged fields show the saved value, even when it was saved from another page.
  const [draft, setDraft] = useDraft(`draft:review-${id}`, EMPTY_DRAFT);
  const { stars = review ? String(review.stars) : '', words = review?.words ?? '' } = draft;
  const [isMissing, setIsMissing] = useState(false);
  const { run } = useAction();
  const sendReview = async () => {
    setIsMissing(!stars);
    if (!stars) return;
    const json = { stars: Number(stars), words };
    const isSent = await run(
      () => browserApi().api.bookings[':id'].review.$put({ param: { id }, json }),
      review ? t(messages.reviewUpdatedToast) : t(messages.reviewSentToast),
    );
    if (isSent) setDraft(EMPTY_DRAFT);
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="review">
      <h2 id="review" className="text-xl">
        {review
          ? t(messages.yourReviewTitle)
          : t(type === 'hire' ? messages.hireReviewTitle : messages.sessionReviewTitle, { name: player.name })}
      </h2>
      <Form className="stack" onSubmit={sendReview}>
        <Field
          label={t(messages.starsLabel)}
          group
          required
          {...(isMissing ? { error: t(messages.starsMissing) } : {})}
        >
          <RadioCards
            name="stars"
            columns={4}
            options={MAX_STARS.map((star) => ({ value: String(star), label: t(messages.starChoice, { stars: star }) }))}
            value={stars}
            onChange={(stars) => setDraft((before) => ({ ...before, stars }))}
          />
        </Field>
        <Field label={t(messages.reviewWords)} hint={t(messages.reviewWordsHint)}>
          <TextArea
            rows={4}
            maxLength={REVIEW_TEXT_MAX}
            value={words}
            onChange={({ target }) => setDraft((before) => ({ ...before, words: target.value }))}
          />
        </Field>
        <Button type="submit" className="self-start">
          {review ? t(messages.updateReview) : t(messages.sendReview)}
        </Button>
      </Form>
    </Panel>
  );
}

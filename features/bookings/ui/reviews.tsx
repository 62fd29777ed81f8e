import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { ReportToModerators } from '../../../web/report-to-moderators.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';
import { REPORT_TERMS } from '../../moderation/ban-reasons.schema.ts';
import * as messages from '../bookings.messages.ts';
import type { Review } from '../reviews/reviews.schema.ts';
import { StarRating } from './stars.tsx';

type ReviewSubject = { player: string } | { coach: string };
type Page = { reviews: Review[]; next: string | null };

function readPage(subject: ReviewSubject, after?: string): Promise<Page> {
  const { api } = browserApi();
  const query = after ? { after } : {};
  return unwrap(
    'coach' in subject
      ? api.coaches[':id'].reviews.$get({ param: { id: subject.coach }, query })
      : api.players[':id'].reviews.$get({ param: { id: subject.player }, query }),
  ) as Promise<Page>;
}

/** Says who wrote a review and when. */
function ReviewLine({ review: { author, created_at } }: { review: Review }) {
  const renderDate = () => <Moment at={created_at} as="date" />;
  if (!author) return <RichMessage message={messages.reviewByUnlisted} values={{ date: renderDate }} />;
  const renderLink = (children: ReactNode) => (
    <Link to={paths.profile(author.id)} className="wrap-anywhere">
      {children}
    </Link>
  );
  return <RichMessage message={messages.reviewBy} values={{ name: author.name, link: renderLink, date: renderDate }} />;
}

/** Shows a seller's reviews, newest first. Renders nothing if there are none. */
export function Reviews({ subject }: { subject: ReviewSubject }) {
  const t = useTranslator();
  const { data: page, setData: setPage } = useQuery('coach' in subject ? subject.coach : subject.player, () =>
    readPage(subject),
  );
  const [reviewToReport, setReviewToReport] = useState<Review>();
  const { user } = useAuth();
  if (!page || page.reviews.length === 0) return null;
  const loadMore = async () => {
    const loadNext = () => readPage(subject, page.next ?? undefined);
    const nextPage = await attempt(loadNext, undefined, t(messages.moreReviewsFailed));
    if (nextPage) setPage({ reviews: [...page.reviews, ...nextPage.reviews], next: nextPage.next });
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="reviews">
      <h2 id="reviews" className="text-xl">
        {t(messages.reviewsTitle)}
      </h2>
      <ul className="stack">
        {page.reviews.map((review) => (
          <li key={review.id} className="flex items-start gap-4">
            <Avatar
              name={review.author?.name ?? t(messages.formerBuyer)}
              {...(review.author?.avatarPath ? { src: review.author.avatarPath } : {})}
              size={40}
              decorative
            />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StarRating of={review.stars} />
                <span className="text-sm text-muted">
                  <ReviewLine review={review} />
                </span>
              </p>
              {review.words && <p className="mt-1 whitespace-pre-line wrap-anywhere">{review.words}</p>}
            </div>
            {user && user.id !== review.author?.id && (
              <IconButton
                icon="flag"
                size="sm"
                label={
                  review.author
                    ? t(messages.reportReview, { name: review.author.name })
                    : t(messages.reportUnlistedReview)
                }
                onClick={() => setReviewToReport(review)}
              />
            )}
          </li>
        ))}
      </ul>
      {page.next && (
        <Button variant="secondary" className="self-start" onClick={loadMore}>
          {t(messages.moreReviews)}
        </Button>
      )}
      <ReportToModerators
        terms={REPORT_TERMS}
        about={`review-${reviewToReport?.id}`}
        open={reviewToReport !== undefined}
        noun="review"
        description={t(messages.reportedReview)}
        onReport={(json) =>
          unwrap(browserApi().api.reviews[':id'].reports.$post({ param: { id: reviewToReport!.id }, json }))
        }
        onClose={() => setReviewToReport(undefined)}
      />
    </Panel>
  );
}

import { underReview } from '../../../content/statuses.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Notice } from '../../../web/ui/notice.tsx';

/** Shows that the team is paused while its payment is under bank review. */
export function BankReviewNotice() {
  const t = useTranslator();
  return (
    <Notice tone="gold" title={t(underReview.title)}>
      {t(underReview.text)}
    </Notice>
  );
}

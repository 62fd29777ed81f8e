import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { getReaderZone, useReaderZone } from '../../../web/ui/reader-zone.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import { useDraft } from '../../../web/use-draft.ts';
import * as messages from '../lfg.messages.ts';
import type { BrowsePage, OwnLfg } from '../lfg.schema.ts';
import { DEFAULTS } from '../listing-form.schema.ts';
import { toListingSlots } from '../listing-hours.rules.ts';
import { toastRefusal } from './error-toasts.ts';
import { EMPTY_FORM, FORM_INVALID, type FormValues, ListingForm, type Problem, toBody } from './listing-form.tsx';

const DRAFT = 'draft:listing';

type CreateProps = {
  ownLfg: OwnLfg | null;
  /** The player's weekly availability. */
  viewer?: BrowsePage['viewer'] | undefined;
};

/** Posts a new listing. The draft survives a page reload. */
export function CreatePanel({ ownLfg, viewer }: CreateProps) {
  const t = useTranslator();
  const zone = useReaderZone('UTC');
  const ownSlots = useMemo(() => viewer && toListingSlots(viewer, zone, new Date()), [viewer, zone]);
  const region = ownLfg?.region ?? DEFAULTS.region;
  const empty = useMemo(() => ({ ...EMPTY_FORM, region }), [region]);
  const [values, setValues] = useDraft<FormValues>(DRAFT, empty);
  const navigate = useNavigate();

  const create = async (): Promise<Problem | undefined> => {
    const timeZone = getReaderZone();
    try {
      await unwrap(browserApi().api.lfg.listings.$post({ json: { ...toBody(values), timezone: timeZone } }));
    } catch (error) {
      const message = toastRefusal(t, t(messages.createFailed), error, [FORM_INVALID]);
      return { message, field: error instanceof ApiError ? error.field : undefined };
    }
    showToast({ title: t(messages.listingCreatedToast), tone: 'success' });
    setValues(empty);
    void navigate(paths.lfg);
    return undefined;
  };

  const next = ownLfg?.boost_available_at;
  const boostHint = ownLfg?.boosts_freely
    ? t(messages.boostHintUnlimited)
    : next
      ? t(messages.boostHintUsed, { date: formatReaderTime(t, next, 'day', getReader()) })
      : t(messages.boostHint);
  return (
    <ListingForm
      values={values}
      onChange={setValues}
      onSubmit={create}
      submitLabel={t(messages.createListing)}
      submittingLabel={t(messages.creating)}
      own={ownSlots}
      asksForHours
    >
      <Checkbox
        label={t(messages.boost)}
        hint={boostHint}
        checked={values.boost && !next}
        disabled={Boolean(next)}
        onChange={(event) => setValues({ ...values, boost: event.target.checked })}
      />
    </ListingForm>
  );
}

import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { Mine } from '../lfg.schema.ts';
import { EMPTY_FORM } from '../listing-form.rules.ts';
import { sentenceOf } from './failure.ts';
import { ListingForm, type Problem } from './listing-form.tsx';
import { useDraft } from './use-draft.ts';

const DRAFT = 'lfg-draft';
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

export function CreatePanel({ mine }: { mine: Mine | null }) {
  const [values, setValues] = useDraft(DRAFT, EMPTY_FORM);
  const navigate = useNavigate();

  const create = async (): Promise<Problem | undefined> => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    try {
      await unwrap(browserApi().api.lfg.listings.$post({ json: { ...values, timezone: timeZone } }));
    } catch (error) {
      const message = sentenceOf(error, 'Failed to create listing');
      toast({ title: message, tone: 'error' });
      return { message, field: error instanceof ApiError ? error.field : undefined };
    }
    toast({ title: 'Listing created successfully!', tone: 'success' });
    setValues(EMPTY_FORM);
    void navigate(paths.lfg);
    return undefined;
  };

  const next = mine?.boost_available_at;
  const terms = mine?.boosts_freely
    ? 'Your plan boosts without limit.'
    : next
      ? `Your next free boost is available on ${day.format(new Date(next))}. Premium and Founders boost without limit.`
      : 'Free once in 30 days; Premium and Founders boost without limit.';
  return (
    <ListingForm
      values={values}
      onChange={setValues}
      onSubmit={create}
      submitLabel="Create Listing"
      submittingLabel="Creating…"
    >
      <Checkbox
        label="Featured Boost (7 days)"
        hint={`Your listing will appear at the top. ${terms}`}
        checked={values.boost && !next}
        disabled={Boolean(next)}
        onChange={(event) => setValues({ ...values, boost: event.target.checked })}
      />
    </ListingForm>
  );
}

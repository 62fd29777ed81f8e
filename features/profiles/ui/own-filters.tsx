import { useTranslator } from '../../../messages/use-translator.tsx';
import { FilterToggle } from '../../../web/ui/filter-chip.tsx';
import * as messages from '../profiles.messages.ts';

type Props = {
  free: boolean;
  followed: boolean;
  go: (change: { free?: string | undefined; followed?: string | undefined }) => void;
};

/** The filters available only to signed-in users. */
export function OwnFilters({ free, followed, go }: Props) {
  const t = useTranslator();
  return (
    <>
      <FilterToggle label={t(messages.freeWhenIAm)} on={free} onChange={(on) => go({ free: on ? undefined : 'no' })} />
      <FilterToggle
        label={t(messages.followedOnly)}
        on={followed}
        onChange={(on) => go({ followed: on ? 'yes' : undefined })}
      />
    </>
  );
}

import { useTranslator } from '../../../messages/use-translator.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
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
    <div className="stack col-span-2 gap-3">
      <Switch
        label={t(messages.freeWhenIAm)}
        hint={t(messages.freeWhenIAmHint)}
        checked={free}
        onChange={(on) => go({ free: on ? undefined : 'no' })}
      />
      <Switch
        label={t(messages.followedOnly)}
        checked={followed}
        onChange={(on) => go({ followed: on ? 'yes' : undefined })}
      />
    </div>
  );
}

import { Switch } from '../../../web/ui/switch.tsx';

type Props = {
  free: boolean;
  followed: boolean;
  go: (change: { free?: string | undefined; followed?: string | undefined }) => void;
};

/** The filters available only to signed-in users. */
export function OwnFilters({ free, followed, go }: Props) {
  return (
    <div className="stack col-span-2 gap-3">
      <Switch
        label="Free when I am"
        hint="At least one hour you share each week"
        checked={free}
        onChange={(on) => go({ free: on ? undefined : 'no' })}
      />
      <Switch label="Followed" checked={followed} onChange={(on) => go({ followed: on ? 'yes' : undefined })} />
    </div>
  );
}

import { useRef, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { fetchWithToken, unwrap } from '../../../web/api-client.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as shared from '../../../web/ui/ui.messages.ts';
import { attempt } from '../../../web/use-action.ts';
import { useOwnAvatar } from '../../../web/use-own-avatar.ts';
import * as messages from '../assets.messages.ts';
import { createFullView, toSquare, type View } from './crop.ts';
import { CropStage } from './crop-stage.tsx';

type AvatarEditorProps = { name: string; avatarUrl: string | null; onChange?: (avatarUrl: string | null) => void };

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = 'image/png,image/jpeg,image/webp,image/avif,image/gif';

async function uploadAvatar(method: 'PUT' | 'DELETE', body?: FormData): Promise<string | null> {
  const response = await unwrap(fetchWithToken(endpoints.avatar, { method, ...(body ? { body } : {}) }));
  return response.avatar_url ?? null;
}

/** Shows a player's avatar and lets them choose, crop and remove it. */
export function AvatarEditor({ name, avatarUrl, onChange }: AvatarEditorProps) {
  const t = useTranslator();
  const [shownUrl, setShownUrl] = useState(avatarUrl);
  const [pickedFile, setPickedFile] = useState<{ file: File; url: string }>();
  const [view, setView] = useState<View>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const face = useOwnAvatar(!shownUrl);

  const close = () => {
    if (pickedFile) URL.revokeObjectURL(pickedFile.url);
    setPickedFile(undefined);
    setView(undefined);
  };
  const change = async (work: () => Promise<string | null>, done: string) => {
    setBusy(true);
    const url = await attempt(work, done, t(messages.pictureNotChangedToast));
    setBusy(false);
    if (url === undefined) return;
    setShownUrl(url);
    onChange?.(url);
    close();
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) {
      showToast({
        title: t(messages.pictureTooLargeToast),
        description: t(messages.pictureTooLargeExplanation),
        tone: 'error',
      });
      return;
    }
    setPickedFile({ file, url: URL.createObjectURL(file) });
  };
  const save = () => {
    if (!pickedFile || !view) return;
    const form = new FormData();
    form.set('file', pickedFile.file);
    for (const [key, value] of Object.entries(toSquare(view))) form.set(key, String(value));
    void change(() => uploadAvatar('PUT', form), t(messages.pictureSavedToast));
  };

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} src={shownUrl ?? face} size={96} decorative />
      <div className="cluster">
        <input
          ref={input}
          type="file"
          accept={TYPES}
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button variant="secondary" size="sm" icon="camera" onClick={() => input.current?.click()}>
          {shownUrl ? t(messages.changePicture) : t(messages.addPicture)}
        </Button>
        {shownUrl && (
          <Button
            variant="ghost"
            size="sm"
            icon="trash"
            loading={busy && !pickedFile}
            onClick={() => change(() => uploadAvatar('DELETE'), t(messages.pictureRemovedToast))}
          >
            {t(messages.removePicture)}
          </Button>
        )}
      </div>
      <Dialog
        open={pickedFile !== undefined}
        onClose={close}
        title={t(messages.cropTitle)}
        description={t(messages.cropExplanation)}
        footer={
          <>
            <Button variant="ghost" onClick={close}>
              {t(shared.cancel)}
            </Button>
            <Button onClick={save} loading={busy} disabled={!view}>
              {t(messages.savePicture)}
            </Button>
          </>
        }
      >
        {pickedFile && (
          <CropStage
            src={pickedFile.url}
            view={view}
            onLoad={(width, height) => setView(createFullView(width, height))}
            onFail={() => {
              close();
              showToast({ title: t(messages.pictureUnreadableToast), tone: 'error' });
            }}
            onChange={setView}
          />
        )}
      </Dialog>
    </div>
  );
}

import { type ReactNode, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';
import { FACE_PARTS, type FacePart, type Look, PART_NAMES } from '../faces/face-parts.schema.ts';
import { formatFaceCode } from '../faces/faces.rules.ts';
import type { MyLook } from '../faces/faces.schema.ts';
import * as messages from '../profiles.messages.ts';

const PART_LABELS: Record<FacePart, Message> = {
  skin: messages.lookSkin,
  cut: messages.lookHaircut,
  hair: messages.lookHairColor,
  wear: messages.lookHeadwear,
  eyes: messages.lookEyes,
  mouth: messages.lookMouth,
  beard: messages.lookBeard,
  light: messages.lookJersey,
};

type LookDialogProps = { open: boolean; onClose: () => void; onSaved: (ownLook: MyLook) => void };

/** Lets a user customize their generated avatar part by part. */
export function LookDialog({ open, onClose, onSaved }: LookDialogProps) {
  const t = useTranslator();
  const [look, setLook] = useState<Look>();
  const getAddress = () => browserApi().api.profiles.me.look;
  const {
    data: ownLook,
    failed,
    reload,
  } = useQuery(open && 'look', async () => {
    const read = await unwrap(getAddress().$get());
    setLook(read.look);
    return read;
  });

  const save = async (look: Look | null) => {
    const save = () => getAddress().$put({ json: { look } });
    const isSaved = await attempt(
      save,
      look ? t(messages.lookSavedToast) : t(messages.faceRestoredToast),
      t(messages.lookSaveFailed),
    );
    if (!isSaved) return;
    onSaved(isSaved);
    onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(messages.lookTitle)}
      description={ownLook?.picture ? t(messages.lookWithPicture) : t(messages.lookWithoutPicture)}
      footer={
        <>
          {ownLook?.chosen && (
            <Button variant="ghost" icon="undo" onClick={() => save(null)}>
              {t(messages.restoreFace)}
            </Button>
          )}
          <Button onClick={() => look && save(look)} disabled={!look}>
            {t(messages.saveLook)}
          </Button>
        </>
      }
    >
      {failed && (
        <ErrorState title={t(messages.lookLoadFailed)} onRetry={reload}>
          {t(messages.lookLoadHint)}
        </ErrorState>
      )}
      {!failed && !(ownLook && look) && (
        <SkeletonRegion label={t(messages.lookLoading)}>
          <Skeleton shape="circle" className="mx-auto size-32" />
          <Skeleton shape="block" className="mt-6 h-64" />
        </SkeletonRegion>
      )}
      {!failed && ownLook && look && <Parts first={ownLook.look} look={look} onChange={setLook} />}
    </Dialog>
  );
}

/** Lists the choices of a part with the faces that preview them. */
const listFaces = (first: Look, part: FacePart) =>
  FACE_PARTS[part].map((label, choice) => ({ label, choice, face: formatFaceCode({ ...first, [part]: choice }) }));

/** @param first the avatar before any changes here, used to preview the choices */
function Parts({ first, look, onChange }: { first: Look; look: Look; onChange: (look: Look) => void }): ReactNode {
  const t = useTranslator();
  return (
    <div className="stack">
      <img
        src={endpoints.face(formatFaceCode(look))}
        alt=""
        width={128}
        height={128}
        className="mx-auto rounded-full"
      />
      {PART_NAMES.map((part) => (
        <fieldset key={part} className="min-w-0">
          <legend className="mb-2 text-sm font-semibold text-muted">{t(PART_LABELS[part])}</legend>
          <div className="flex flex-wrap gap-2">
            {listFaces(first, part).map(({ face, label, choice }) => (
              <label
                key={face}
                title={t(label)}
                className="relative grid size-12 cursor-pointer place-items-center rounded-full outline-offset-2 has-checked:outline-3 has-checked:outline-cyan has-focus-visible:outline-3 has-focus-visible:outline-text"
              >
                <input
                  type="radio"
                  className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
                  name={`look-${part}`}
                  aria-label={t(label)}
                  checked={look[part] === choice}
                  onChange={() => onChange({ ...look, [part]: choice })}
                />
                <img src={endpoints.face(face)} alt="" width={44} height={44} loading="lazy" className="rounded-full" />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

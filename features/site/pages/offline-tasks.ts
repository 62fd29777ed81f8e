import { keepShell } from '../../../web/keep-shell.ts';

export { sendAnswersWhenOnline } from './send-answers.ts';

/** Loads the parts that pages load only on demand: toasts, buttons in messages and sign-out. */
const loadRest = () =>
  Promise.all([
    import('../../../web/shell/after-first-press.tsx'),
    import('../../../web/ui/focus-keeper.ts'),
    import('../../../web/sign-out.ts'),
    import('./inline-answers.ts'),
  ]);

/** Stores the pages for offline use. Pages work without it, so errors, such as a full disk, are ignored. */
export const storePages = (): Promise<void> =>
  loadRest()
    .then(keepShell)
    .catch(() => {});

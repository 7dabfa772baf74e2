import { type ReactElement, Suspense } from 'react';
import { panels } from '../panels/list.ts';
import { usePage, useViewer } from '../public.ts';
import { Inspector } from '../shell/inspector.tsx';
import { late } from '../widgets/late.tsx';

const WhyPanel = late(async () => (await import('../why/why-panel.tsx')).WhyPanel);

/** The tabs that the author offers, or the chain of causes in their place. */
export function Inside({ panels: offered }: { readonly panels: readonly string[] | undefined }): ReactElement {
  const { viewer } = usePage();
  const dialog = useViewer((state) => state.dialog);
  const onClose = () => viewer.setState({ dialog: undefined });
  const target =
    dialog?.type === 'why'
      ? ({ type: 'step', seq: dialog.seq } as const)
      : dialog?.type === 'whyUnmet'
        ? ({ type: 'unmet', subject: dialog.subject } as const)
        : dialog?.type === 'whyField'
          ? ({ type: 'field', subject: dialog.subject, path: dialog.path } as const)
          : undefined;
  if (target !== undefined)
    return (
      <Suspense>
        <WhyPanel target={target} onClose={onClose} />
      </Suspense>
    );
  return <Inspector panels={offered === undefined ? panels : panels.filter(({ id }) => offered.includes(id))} />;
}

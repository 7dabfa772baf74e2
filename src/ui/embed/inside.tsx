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
  if (dialog?.type === 'why')
    return (
      <Suspense>
        <WhyPanel target={dialog.of} onClose={onClose} />
      </Suspense>
    );
  return <Inspector panels={offered === undefined ? panels : panels.filter(({ id }) => offered.includes(id))} />;
}

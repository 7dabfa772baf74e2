import type { NetworkView } from '../../protocol/network-view.ts';
import type { EtcdView, InformersView, NodeView, ObjectView } from '../../protocol/views.ts';
import type { SectionName } from '../../scenarios/scenario.ts';
import type { Evidence } from './evidence.ts';

/** What is wrong with what the part's tab opens: an object, an informer, a key, a node, a chain that is not there. */
export function opened({ part, view }: Evidence): readonly string[] {
  const { panel, look = {} } = part;
  switch (panel) {
    case 'object':
      return unless(hasObject(view as ObjectView, look.subject), `the tab opens ${(view as ObjectView).subject}`);
    case 'informers':
      return unless((view as InformersView).informer?.name === look.informer, `there is no informer ${look.informer}`);
    case 'etcd':
      return unless(hasKey(view as EtcdView, look.etcdKey), `there is no key ${look.etcdKey}`);
    case 'node':
      return unless(hasSection(view as NodeView, look), `node ${look.node} shows nothing under ${look.section}`);
    case 'network':
      return unless(
        (view as NetworkView).chains.includes(look.chain ?? (view as NetworkView).chain),
        `no ${look.chain}`,
      );
    default:
      return unless(
        Object.keys(look).every((key) => key === 'access' && panel === 'access'),
        'its tab opens no such thing',
      );
  }
}

const unless = (isWell: boolean, problem: string): readonly string[] => (isWell ? [] : [problem]);

/** One that was there once is shown with its history. */
function hasObject({ subject, exists, history }: ObjectView, wanted: string | undefined): boolean {
  return subject === wanted && (exists || history.length > 0);
}

function hasKey({ selected }: EtcdView, wanted: string | undefined): boolean {
  return wanted === undefined || (selected?.key === wanted && (selected.exists || selected.history.length > 0));
}

const ROWS: { readonly [section in SectionName]: (view: NodeView) => readonly unknown[] | undefined } = {
  did: ({ did }) => did,
  resources: ({ resources }) => resources,
  cgroups: ({ cgroups }) => cgroups,
  'account-files': ({ mounted }) => mounted,
  images: ({ images }) => images,
  names: ({ files }) => files,
  bundles: ({ bundles }) => bundles,
  volumes: ({ volumes }) => volumes,
};

function hasSection(view: NodeView, look: { readonly node?: string; readonly section?: SectionName }): boolean {
  if (view.node === undefined || (look.node !== undefined && view.node !== look.node)) return false;
  return look.section === undefined || (ROWS[look.section](view) ?? []).length > 0;
}

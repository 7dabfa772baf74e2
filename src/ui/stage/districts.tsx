import { memo, type ReactElement } from 'react';
import type { NodeTile, PodTile, StageView } from '../../protocol/views.ts';
import { type Translate, useText } from '../i18n/words.ts';
import { usePage } from '../public.ts';
import { isWrong, PodMark } from '../widgets/glyphs.tsx';
import { shorten, suffix } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { COMPACT_FROM, type StageLayout } from './layout.ts';
import type { PlacedNode } from './placed-node.ts';
import './districts.css';

/** Nodes under the loop: districts with Pods in them; many nodes are small, very many have a picture of their own. */
export const Districts = memo(function Districts(props: {
  readonly nodes: readonly NodeTile[];
  readonly crowd: StageView['crowd'];
  readonly layout: StageLayout;
}): ReactElement {
  const t = useText();
  const { nodes, crowd, layout } = props;
  if (crowd !== undefined) return <Uncounted crowd={crowd} layout={layout} t={t} />;
  if (nodes.length >= COMPACT_FROM) return <Compact nodes={nodes} layout={layout} t={t} />;
  return (
    <>
      {layout.nodes.map((place, at) => {
        const node = nodes[at];
        return node === undefined ? null : (
          <District key={node.name} node={node} place={place} hasProxy={layout.hasProxies} />
        );
      })}
    </>
  );
});

/** The way to their picture. */
function Uncounted(props: {
  readonly crowd: NonNullable<StageView['crowd']>;
  readonly layout: StageLayout;
  readonly t: Translate;
}): ReactElement {
  const { viewer } = usePage();
  const { x, y, width, height } = props.layout.districts;
  const { nodes, pods } = props.crowd;
  return (
    <div className="squares" style={{ left: x, top: y, width, height }}>
      <button
        type="button"
        tabIndex={-1}
        data-part="nodes"
        className="k2"
        onClick={() => viewer.setState({ asPlane: false, asObjects: false })}
      >
        {props.t('node.crowd', { nodes, pods })}
      </button>
    </div>
  );
}

const HEAD_AND_METER = 66;
const SMALL_TILE = 22;

const District = memo(function District(props: {
  readonly node: NodeTile;
  readonly place: PlacedNode;
  readonly hasProxy: boolean;
}): ReactElement {
  const t = useText();
  const { node, place, hasProxy } = props;
  return (
    <section
      className={`dist${node.ready ? '' : ' not-ready'}`}
      style={{ left: place.x, top: place.y, width: place.width, height: place.height }}
      aria-label={node.name}
    >
      <DistrictHead
        node={node}
        apart={hasProxy ? place.proxy.x - place.kubelet.x : undefined}
        t={t}
        narrow={place.width < 170}
      />
      <DistrictPods node={node} width={place.width - 22} height={place.height - HEAD_AND_METER} t={t} />
    </section>
  );
});

function DistrictHead(props: {
  readonly node: NodeTile;
  /** How far kube-proxy stands from the kubelet; undefined in a cluster without. */
  readonly apart: number | undefined;
  readonly t: Translate;
  readonly narrow: boolean;
}): ReactElement {
  const { node, apart, t, narrow } = props;
  const { look } = useHost();
  return (
    <>
      <div className="dist-agents" aria-hidden="true">
        <span>kubelet</span>
        {apart !== undefined && <span style={{ left: apart + 10 }}>{narrow ? 'proxy' : 'kube-proxy'}</span>}
      </div>
      <h3>
        <button
          type="button"
          tabIndex={-1}
          data-part={`node:${node.name}`}
          data-opens=""
          onClick={() => look({ panel: 'node', node: node.name })}
        >
          {node.name}
        </button>{' '}
        <small>{node.ip}</small>
        {!node.ready ? <em> {t('node.notReady')}</em> : node.isSilent && <em> {t('node.silent')}</em>}
      </h3>
    </>
  );
}

function DistrictPods({
  node,
  width,
  height,
  t,
}: {
  readonly node: NodeTile;
  readonly width: number;
  readonly height: number;
  readonly t: Translate;
}): ReactElement {
  const meter = <Meter node={node} t={t} />;
  if (node.pods.length === 0)
    return (
      <>
        <p className="dist-empty" data-points-to={`node:${node.name}`}>
          {t('node.empty')} <span className="mono">spec.nodeName={node.name}</span>
        </p>
        {meter}
      </>
    );
  return (
    <>
      <Pods pods={node.pods} width={width} height={height} t={t} />
      {meter}
    </>
  );
}

/** One Pod has room for its name; several share it, and always keep the end of their name and their state's shape. */
function Pods({
  pods,
  width,
  height,
  t,
}: {
  readonly pods: readonly PodTile[];
  readonly width: number;
  readonly height: number;
  readonly t: Translate;
}): ReactElement {
  const [only, second] = pods;
  if (only !== undefined && second === undefined) {
    const most = Math.floor((Math.min(width, 190) - 36) / 6.6);
    return (
      <div className="tiles">
        <Tile pod={only} name={most < 13 ? suffix(only.name) : shorten(only.name, most)} />
      </div>
    );
  }
  // One under the other while there is room: then each has its word.
  if (pods.length * SMALL_TILE <= Math.max(height, 2 * SMALL_TILE))
    return (
      <div className="tiles rows">
        {pods.map((pod) => (
          <Tile key={pod.subject} pod={pod} name={`${suffix(pod.name)} ${pod.word}`} small />
        ))}
      </div>
    );
  const columns = Math.max(1, Math.floor(width / 74));
  const room = columns * 2;
  const shown = pods.length <= room ? pods : foremost(pods, room - 1);
  return (
    <div className="tiles rows" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {shown.map((pod) => (
        <Tile key={pod.subject} pod={pod} name={suffix(pod.name)} small />
      ))}
      {shown.length < pods.length && (
        <span className="more">{t('node.more', { count: pods.length - shown.length })}</span>
      )}
    </div>
  );
}

/** So many of them, in their order: where not all have room, the one of this step and those in trouble are not left out. */
export function foremost(pods: readonly PodTile[], count: number): readonly PodTile[] {
  const asks = (pod: PodTile) => pod.now || isWrong(pod.glyph);
  const first = new Set([...pods.filter(asks), ...pods.filter((pod) => !asks(pod))].slice(0, count));
  return pods.filter((pod) => first.has(pod));
}

export const Tile = memo(function Tile(props: {
  readonly pod: PodTile;
  readonly name: string;
  readonly small?: boolean;
}): ReactElement {
  const { pod, name, small = false } = props;
  const { look } = useHost();
  return (
    <button
      type="button"
      tabIndex={-1}
      data-part={`pod:${pod.subject}`}
      data-opens=""
      className={`tile${small ? ' small' : ''}${isWrong(pod.glyph) ? ' bad' : ''}${pod.now ? ' now' : ''}`}
      aria-label={`${pod.name}: ${pod.word}, ${pod.ready}`}
      onClick={() => look({ panel: 'object', subject: pod.subject })}
    >
      <PodMark glyph={pod.glyph} size={small ? 13 : 18} />
      <span className="tile-text">
        <span className="nm">{name}</span>
        {!small && <span className="wd">{pod.word}</span>}
      </span>
    </button>
  );
});

/** Pods that are on no node yet. */
export const PendingPods = memo(function PendingPods({
  pods,
  layout,
}: {
  readonly pods: readonly PodTile[];
  readonly layout: StageLayout;
}): ReactElement | null {
  const t = useText();
  if (pods.length === 0) return null;
  const { x, y, width, height } = layout.pending;
  const room = Math.max(1, Math.floor((width - 90) / 132));
  const shown = pods.length <= room ? pods : foremost(pods, room - 1);
  return (
    <div className="pending" style={{ left: x, top: y, width, height }}>
      <button type="button" tabIndex={-1} data-part="pending" className="k2">
        {t('pods.pending')}
      </button>
      {shown.map((pod) => (
        <Tile key={pod.subject} pod={{ ...pod, name: pod.name }} name={`${suffix(pod.name)} ${pod.word}`} small />
      ))}
      {shown.length < pods.length && (
        <span className="more">{t('node.more', { count: pods.length - shown.length })}</span>
      )}
    </div>
  );
});

function Compact(props: {
  readonly nodes: readonly NodeTile[];
  readonly layout: StageLayout;
  readonly t: Translate;
}): ReactElement {
  const { x, y, width, height } = props.layout.districts;
  const { look } = useHost();
  const rows = Math.min(4, Math.ceil(props.nodes.length / 7));
  const columns = Math.ceil(props.nodes.length / rows);
  return (
    <div
      className="dist-grid"
      style={{ left: x, top: y, width, height, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {props.nodes.map((node) => (
        <button
          type="button"
          key={node.name}
          tabIndex={-1}
          data-part={`node:${node.name}`}
          data-opens=""
          className={`dist-small${node.ready ? '' : ' not-ready'}`}
          aria-label={`${node.name}: ${node.pods.map(({ name, word }) => `${name} ${word}`).join(', ')}`}
          onClick={() => look({ panel: 'node', node: node.name })}
        >
          <b>
            {shorten(node.name, 12)} {!node.ready && <em>{props.t('node.notReady')}</em>}
          </b>
          <span className="dist-glyphs">
            {foremost(node.pods, 5).map((pod) => (
              <PodMark key={pod.subject} glyph={pod.glyph} size={12} />
            ))}
            {node.podCount > 5 && <span className="k2">{node.podCount}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

/** How much of a node is taken. */
export function Meter({ node, t }: { readonly node: NodeTile; readonly t: Translate }): ReactElement {
  return (
    <p className="dist-meter" data-points-to={`node:${node.name}`}>
      {t('node.pods', {
        pods: node.podCount,
        capacity: node.podCapacity,
        used: node.cpuRequested,
        cpu: node.cpuAllocatable,
      })}
    </p>
  );
}

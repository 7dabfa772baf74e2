import { memo, type ReactElement } from 'react';
import { GONE, NODE_READY, RUNNING, WRONG_BELOW } from '../../protocol/crowd-view.ts';
import { type CrowdPicture, isThere, type PodsByNode } from './picture.ts';
import type { CrowdSay } from './strings.ts';

interface Row {
  nodes: number;
  ready: number;
  pods: number;
  running: number;
  wrong: number;
}

/** The picture for those who do not see it: what there is in each district. */
export const CrowdTable = memo(function CrowdTable(props: {
  readonly picture: CrowdPicture;
  readonly pods: PodsByNode;
  readonly t: CrowdSay;
}): ReactElement {
  const { picture, t } = props;
  const { rows, unbound } = rowsOf(picture);
  return (
    <table className="unseen">
      <caption>{t('asText')}</caption>
      <thead>
        <tr>
          <th>{t('district')}</th>
          <th>{t('nodes')}</th>
          <th>Ready</th>
          <th>{t('pods')}</th>
          <th>{t('glyph.running')}</th>
          <th>{t('wrong')}</th>
        </tr>
      </thead>
      <tbody>
        {[...rows].map(([name, { nodes, ready, pods, running, wrong }]) => (
          <tr key={name}>
            <th>{name || t('noDistrict')}</th>
            <td>{nodes}</td>
            <td>{ready}</td>
            <td>{pods}</td>
            <td>{running}</td>
            <td>{wrong}</td>
          </tr>
        ))}
        <tr>
          <th>{t('unbound')}</th>
          <td />
          <td />
          <td>{unbound}</td>
          <td />
          <td />
        </tr>
      </tbody>
    </table>
  );
});

function rowsOf({ nodes, pods, districts }: CrowdPicture): {
  readonly rows: ReadonlyMap<string, Row>;
  readonly unbound: number;
} {
  const rows = new Map<string, Row>();
  const rowOf = (node: number): Row => {
    const name = districts[nodes.districts[node] as number] ?? '';
    const row = rows.get(name) ?? { nodes: 0, ready: 0, pods: 0, running: 0, wrong: 0 };
    rows.set(name, row);
    return row;
  };
  const byNode: Row[] = [];
  for (let node = 0; node < nodes.count; node += 1) {
    if (!isThere(nodes, node)) continue;
    const row = rowOf(node);
    byNode[node] = row;
    row.nodes += 1;
    if (((nodes.flags[node] as number) & NODE_READY) !== 0) row.ready += 1;
  }
  let unbound = 0;
  for (let pod = 0; pod < pods.count; pod += 1) {
    const glyph = pods.glyphs[pod] as number;
    if (glyph === GONE) continue;
    const row = byNode[pods.nodes[pod] as number];
    if (row === undefined) unbound += 1;
    else {
      row.pods += 1;
      if (glyph === RUNNING) row.running += 1;
      if (glyph < WRONG_BELOW) row.wrong += 1;
    }
  }
  return { rows, unbound };
}

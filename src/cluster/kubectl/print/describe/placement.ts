// Models what staging/src/k8s.io/kubectl/pkg/describe/describe.go tells of where Pods may run (v1.36)

import { formatSelector } from '../../../../api/selectors/selectors.ts';
import type { PodSpec, Toleration } from '../../../../api/types/core.ts';
import { compareStrings } from '../../../../base/order.ts';
import type { DescribeWriter } from '../indented-writer.ts';

export function describeSpread(
  writer: DescribeWriter,
  indent: string,
  constraints: PodSpec['topologySpreadConstraints'] = [],
): void {
  const sorted = [...constraints].sort((a, b) => compareStrings(a.topologyKey, b.topologyKey));
  sorted.forEach(({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }, at) => {
    const whom = labelSelector === undefined ? '' : ` for selector ${formatSelector(labelSelector)}`;
    const text = `${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded${whom}`;
    writer.line(0, `${indent}${at === 0 ? 'Topology Spread Constraints:' : ''}\t${text}`);
  });
}

export function describeTolerations(
  writer: DescribeWriter,
  title: string,
  tolerations: readonly Toleration[] | undefined,
): void {
  if (tolerations === undefined || tolerations.length === 0) {
    writer.line(0, `${title}:\t<none>`);
    return;
  }
  const sorted = [...tolerations].sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : a.key === b.key ? 0 : 1));
  sorted.forEach((toleration, at) => {
    writer.line(0, `${at === 0 ? `${title}:` : ''}\t${tolerationText(toleration)}`);
  });
}

function tolerationText({ key = '', value, effect, operator, tolerationSeconds }: Toleration): string {
  const wanted = value ? `=${value}` : '';
  const what = effect ? `:${effect}` : '';
  // A bare `op=Exists` is how a toleration of everything reads.
  const all = operator === 'Exists' ? `${key === '' && what === '' ? '' : ' '}op=Exists` : '';
  return `${key}${wanted}${what}${all}${tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds}s`}`;
}

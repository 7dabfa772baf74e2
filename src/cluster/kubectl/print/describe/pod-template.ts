// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

import type { PodTemplateSpec } from '../../../../api/types/core.ts';
import { DescribeWriter } from '../indented-writer.ts';
import { describeContainers } from './containers.ts';
import { describeSpread, describeTolerations } from './placement.ts';
import { describeVolumes } from './volumes.ts';

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go DescribePodTemplate (v1.36) */
export function describePodTemplate(writer: DescribeWriter, template: PodTemplateSpec): void {
  const { metadata, spec } = template;
  writer.line(0, 'Pod Template:');
  writer.labels('  Labels', metadata?.labels);
  if (Object.keys(metadata?.annotations ?? {}).length > 0) writer.annotations('  Annotations', metadata?.annotations);
  if (spec?.serviceAccountName) writer.line(0, `  Service Account:\t${spec.serviceAccountName}`);
  const { initContainers = [] } = spec ?? {};
  if (initContainers.length > 0) describeContainers(writer, 'Init Containers', initContainers, [], true);
  describeContainers(writer, 'Containers', spec?.containers ?? [], [], true);
  describeVolumes(writer, spec?.volumes ?? [], true);
  if (spec?.priorityClassName) writer.line(0, `  Priority Class Name:\t${spec.priorityClassName}`);
  describeSpread(writer, '  ', spec?.topologySpreadConstraints);
  writer.labels('  Node-Selectors', spec?.nodeSelector);
  describeTolerations(writer, '  Tolerations', spec?.tolerations);
}

/** The template with tabs, as rollout history shows a revision. */
export function podTemplateText(template: PodTemplateSpec): string {
  const writer = new DescribeWriter();
  describePodTemplate(writer, template);
  return writer.plain();
}

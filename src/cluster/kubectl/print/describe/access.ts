// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go RoleDescriber, RoleBindingDescriber (v1.36)

import type { ObjectMeta } from '../../../../api/types/meta.ts';
import { DescribeWriter } from '../indented-writer.ts';
import { type Rule, ruleRows } from '../rules.ts';

/** Without the namespace, also where there is one. */
function named(metadata: ObjectMeta): DescribeWriter {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
  return writer;
}

const underlined = (heading: string): string => '-'.repeat(heading.length);

export function describeRole({
  metadata,
  rules,
}: {
  readonly metadata: ObjectMeta;
  readonly rules?: readonly Rule[] | null;
}): string {
  const writer = named(metadata);
  writer.line(0, 'PolicyRule:');
  const { headings, rows } = ruleRows(rules ?? []);
  writer.line(1, headings.join('\t'));
  writer.line(1, headings.map(underlined).join('\t'));
  for (const row of rows) writer.line(1, row.join('\t'));
  return writer.aligned();
}

interface BindingLike {
  readonly metadata: ObjectMeta;
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[];
}

export function describeBinding({ metadata, roleRef, subjects = [] }: BindingLike): string {
  const writer = named(metadata);
  writer.line(0, 'Role:');
  writer.line(1, `Kind:\t${roleRef.kind}`);
  writer.line(1, `Name:\t${roleRef.name}`);
  writer.line(0, 'Subjects:');
  const headings = ['Kind', 'Name', 'Namespace'];
  writer.line(1, headings.join('\t'));
  writer.line(1, headings.map(underlined).join('\t'));
  for (const { kind, name, namespace = '' } of subjects) writer.line(1, `${kind}\t${name}\t${namespace}`);
  return writer.aligned();
}

import type { ConfigMap, Event, LimitRange, Namespace, ResourceQuota, Secret } from '../../../../api/types/core.ts';
import type { ObjectMeta } from '../../../../api/types/meta.ts';
import { canonicalQuantity } from '../../../../api/values/quantity.ts';
import { unbase64 } from '../../../../base/bytes/base64.ts';
import { DescribeWriter } from '../indented-writer.ts';
import { describeEvents } from './events.ts';

function describeHead(writer: DescribeWriter, metadata: ObjectMeta): void {
  writer.line(0, `Name:\t${metadata.name}`);
  if (metadata.namespace !== undefined) writer.line(0, `Namespace:\t${metadata.namespace}`);
  writer.labels('Labels', metadata.labels);
  writer.annotations('Annotations', metadata.annotations);
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeNamespace (v1.36) */
export function describeNamespace(
  { metadata, status }: Namespace,
  quotas: readonly ResourceQuota[],
  ranges: readonly LimitRange[],
): string {
  const writer = new DescribeWriter();
  describeHead(writer, metadata);
  writer.line(0, `Status:\t${status?.phase ?? ''}`);
  describeConditions(writer, status?.conditions ?? []);
  writer.line(0, '');
  describeQuotas(writer, quotas);
  writer.line(0, '');
  describeRanges(writer, ranges);
  return writer.aligned();
}

function describeConditions(
  writer: DescribeWriter,
  conditions: NonNullable<Namespace['status']>['conditions'] & {},
): void {
  if (conditions.length === 0) return;
  writer.line(0, 'Conditions:');
  writer.line(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage');
  writer.line(1, '----\t------\t------------------\t------\t-------');
  for (const { type, status, lastTransitionTime, reason, message } of conditions) {
    writer.line(1, `${type}\t${status}\t${lastTransitionTime ?? ''}\t${reason ?? ''}\t${message ?? ''}`);
  }
}

function describeQuotas(writer: DescribeWriter, quotas: readonly ResourceQuota[]): void {
  writer.line(0, quotas.length === 0 ? 'No resource quota.' : 'Resource Quotas');
  for (const { metadata, spec, status } of quotas) {
    writer.line(1, `Name:\t${metadata.name}`);
    const { scopes = [] } = (spec ?? {}) as { readonly scopes?: readonly string[] };
    if (scopes.length > 0) {
      writer.line(1, `Scopes:\t${[...scopes].sort().join(', ')}`);
      for (const scope of [...scopes].sort()) writer.line(1, `* ${SCOPES[scope] ?? scope}`);
    }
    writer.line(1, 'Resource\tUsed\tHard');
    writer.line(1, '--------\t---\t---');
    for (const name of Object.keys(status?.hard ?? {}).sort()) {
      const [used, hard] = [status?.used?.[name] ?? '0', status?.hard?.[name] ?? '0'];
      writer.line(1, `${name}\t${canonicalQuantity(used)}\t${canonicalQuantity(hard)}`);
    }
  }
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go ResourceQuotaDescriber (v1.36) */
export function describeQuota({ metadata, spec, status }: ResourceQuota): string {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Namespace:\t${metadata.namespace}`);
  const { scopes = [] } = (spec ?? {}) as { readonly scopes?: readonly string[] };
  if (scopes.length > 0) {
    writer.line(0, `Scopes:\t${[...scopes].sort().join(', ')}`);
    for (const scope of [...scopes].sort()) writer.line(0, ` * ${SCOPES[scope] ?? scope}`);
  }
  writer.line(0, 'Resource\tUsed\tHard');
  writer.line(0, '--------\t----\t----');
  for (const name of Object.keys(status?.hard ?? {}).sort()) {
    const [used, hard] = [status?.used?.[name] ?? '0', status?.hard?.[name] ?? '0'];
    writer.line(0, `${name}\t${canonicalQuantity(used)}\t${canonicalQuantity(hard)}`);
  }
  return writer.aligned();
}

const SCOPES: { readonly [scope: string]: string } = {
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
};

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go LimitRangeDescriber (v1.36) */
export function describeLimitRange(range: LimitRange): string {
  const writer = new DescribeWriter();
  writer.line(0, `Name:\t${range.metadata.name}`);
  writer.line(0, `Namespace:\t${range.metadata.namespace}`);
  rangeTable(writer, [range], '');
  return writer.aligned();
}

const RANGE_COLUMNS = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'] as const;

function describeRanges(writer: DescribeWriter, ranges: readonly LimitRange[]): void {
  if (ranges.length === 0) {
    writer.line(0, 'No LimitRange resource.');
    return;
  }
  writer.line(0, 'Resource Limits');
  rangeTable(writer, ranges, ' ');
}

function rangeTable(writer: DescribeWriter, ranges: readonly LimitRange[], indent: string): void {
  writer.line(0, `${indent}Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio`);
  writer.line(0, `${indent}----\t--------\t---\t---\t---------------\t-------------\t-----------------------`);
  for (const item of ranges.flatMap(({ spec }) => spec?.limits ?? [])) {
    const names = new Set(RANGE_COLUMNS.flatMap((column) => Object.keys(item[column] ?? {})));
    for (const name of [...names].sort()) {
      const cells = RANGE_COLUMNS.map((column) => {
        const quantity = item[column]?.[name];
        return quantity === undefined ? '-' : canonicalQuantity(quantity);
      });
      writer.line(0, `${indent}${item.type}\t${name}\t${cells.join('\t')}`);
    }
  }
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go ConfigMapDescriber (v1.36) */
export function describeConfigMap(
  { metadata, data = {}, binaryData = {} }: ConfigMap,
  events: readonly Event[],
  now: number,
): string {
  const writer = new DescribeWriter();
  describeHead(writer, metadata);
  for (const text of ['', 'Data', '====']) writer.line(0, text);
  for (const key of Object.keys(data).sort()) {
    for (const text of [`${key}:`, '----', data[key] ?? '', '']) writer.line(0, text);
  }
  for (const text of ['', 'BinaryData', '====']) writer.line(0, text);
  for (const key of Object.keys(binaryData).sort()) writer.line(0, `${key}: ${byteCount(binaryData[key])} bytes`);
  writer.line(0, '');
  describeEvents(writer, events, now);
  return writer.aligned();
}

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeSecret (v1.36): sizes, and a ServiceAccount's token. */
export function describeSecret({ metadata, type, data = {} }: Secret): string {
  const writer = new DescribeWriter();
  describeHead(writer, metadata);
  writer.line(0, '');
  writer.line(0, `Type:\t${type ?? ''}`);
  for (const text of ['', 'Data', '====']) writer.line(0, text);
  for (const key of Object.keys(data).sort()) {
    const isToken = key === 'token' && type === 'kubernetes.io/service-account-token';
    writer.line(0, `${key}:\t${isToken ? unbase64(data[key] ?? '') : `${byteCount(data[key])} bytes`}`);
  }
  return writer.aligned();
}

function byteCount(base64: string | undefined): number {
  const text = base64 ?? '';
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

import type { Event } from '../../../../api/types/core.ts';
import { humanDuration } from '../../../../api/values/duration.ts';
import { parseTime } from '../../../../api/values/time.ts';
import { goSorted } from '../../../../base/go-sort.ts';
import type { DescribeWriter } from '../indented-writer.ts';

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go DescribeEvents (v1.36) */
export function describeEvents(writer: DescribeWriter, events: readonly Event[], now: number): void {
  if (events.length === 0) {
    writer.line(0, 'Events:\t<none>');
    return;
  }
  writer.flush();
  writer.line(0, 'Events:');
  writer.line(1, 'Type\tReason\tAge\tFrom\tMessage');
  writer.line(1, '----\t------\t----\t----\t-------');
  for (const event of sortedByLastTime(events)) {
    const source = event.source?.component || event.reportingComponent || '';
    const where = event.involvedObject.fieldPath ? `${event.involvedObject.fieldPath}: ` : '';
    writer.line(
      1,
      `${event.type ?? ''}\t${event.reason ?? ''}\t${interval(event, now)}\t${source}\t${where}${(event.message ?? '').trim()}`,
    );
  }
}

/** Events of the newer API have no last time and come first. */
function sortedByLastTime(events: readonly Event[]): readonly Event[] {
  const time = ({ lastTimestamp }: Event) => parseTime(lastTimestamp ?? undefined) ?? 0;
  return goSorted(events, (a, b) => time(a) < time(b));
}

export function interval(event: Event, now: number): string {
  const first = since(event.eventTime ?? event.firstTimestamp, now);
  if (event.series !== undefined && event.series !== null) {
    return `${since(event.series.lastObservedTime, now)} (x${event.series.count} over ${first})`;
  }
  if ((event.count ?? 0) > 1) return `${since(event.lastTimestamp, now)} (x${event.count} over ${first})`;
  return first;
}

export function since(time: string | null | undefined, now: number): string {
  const micros = parseTime(time ?? undefined);
  return micros === undefined ? '<unknown>' : humanDuration(now - micros);
}

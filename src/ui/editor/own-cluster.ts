import { isAuditLog, readLog } from '../../brought/audit/read-log.ts';
import { readBrought } from '../../brought/read-brought.ts';
import type { BroughtFile } from '../../brought/read-file.ts';
import { sayComplaint, sayRemark } from '../../brought/words.ts';
import type { ClusterConfig } from '../../protocol/run-description.ts';
import type { Language } from '../widgets/kit/host.ts';

export interface OwnCluster {
  /** What a run begins with; undefined where the files hold nothing that it could begin with. */
  readonly cluster: ClusterConfig | undefined;
  /** Files in which some object has been kept by no server: they are to be applied. */
  readonly hasWishes: boolean;
  /** What could not be used and what was changed, a line each. */
  readonly said: readonly string[];
}

/** Reads what somebody brings from a cluster of their own: its objects, or the audit log of its API server. */
export function readOwnCluster(files: readonly BroughtFile[], language: Language): OwnCluster {
  const [only] = files;
  if (files.length === 1 && only !== undefined && isAuditLog(only.text)) {
    const { log, complaints } = readLog(only);
    const said = complaints.map((each) => sayComplaint(language, each));
    return { cluster: log && { nodes: 0, latencies: 'zero', log }, hasWishes: false, said };
  }
  const { start, wishes, complaints, remarks } = readBrought(files);
  const said = [
    ...complaints.map((each) => sayComplaint(language, each)),
    ...remarks.map((each) => sayRemark(language, each)),
  ];
  return { cluster: start && { nodes: 0, latencies: 'realistic', start }, hasWishes: wishes.length > 0, said };
}

import { defineSteps, step } from './define.ts';

const AUDIT = 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/';
const EVENTS = 'staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go';

/** What a run says of itself that is told by the audit log of a real API server. */
export const auditSteps = defineSteps('audit', {
  begun: step<{ requests: number }>({ level: 'step', models: EVENTS, docs: AUDIT }),
  /** Somebody typed something into what has happened. */
  fixed: step({ level: 'step', models: EVENTS, docs: AUDIT }),
  /** Requests of one person that belong together; the log has no command line. */
  command: step<{ line: string; user: string }>({
    level: 'scene',
    models: EVENTS,
    docs: AUDIT,
    notModelled: 'An audit log has requests and no command lines: what was typed is supposed from them.',
  }),
  /** A write with what came of it, and with what its sender knew; no proof: that is supposed. */
  did: step<{
    who: string;
    verb: string;
    subresource: string;
    object: string;
    code: number;
    message: string;
    cause: string;
    revision: number;
    proof: string;
  }>({ level: 'step', models: EVENTS, docs: AUDIT }),
  /** The request itself proves that its sender had seen this revision. */
  seen: step<{ object: string; revision: number; proof: string }>({ level: 'step', models: EVENTS, docs: AUDIT }),
  /** The log does not say why; this is the newest change that its sender may have heard of. */
  supposed: step<{ object: string; revision: number }>({
    level: 'step',
    models: EVENTS,
    docs: AUDIT,
    notModelled: 'An audit log says who wrote what, not why: this cause is supposed.',
  }),
});

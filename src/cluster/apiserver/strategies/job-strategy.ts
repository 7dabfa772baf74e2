import { equalJson } from '../../../api/go/json.ts';
import type { KObject, StringMap } from '../../../api/types/meta.ts';

interface JobSpec {
  readonly [field: string]: unknown;
  readonly manualSelector?: boolean;
  readonly selector?: { readonly matchLabels?: StringMap };
  readonly template?: { readonly metadata?: { readonly labels?: StringMap }; readonly spec?: unknown };
}

/** A Job selects its Pods by its own uid, unless the user insists on another selector. */
// Models pkg/registry/batch/job/strategy.go, generateSelector (v1.36)
export function withJobSelector(job: KObject): KObject {
  const spec = (job.spec ?? {}) as JobSpec;
  if (spec.manualSelector === true) return job;
  const { name = '', uid = '', labels: own } = job.metadata;
  const before = spec.template?.metadata?.labels;
  const generated = { [UID]: uid, 'batch.kubernetes.io/job-name': name, 'controller-uid': uid, 'job-name': name };
  const labels = withMissing(before, generated);
  const template = { ...spec.template, metadata: { ...spec.template?.metadata, labels } };
  const selector = { ...spec.selector, matchLabels: withMissing(spec.selector?.matchLabels, { [UID]: uid }) };
  // Labels that the Job took over from its template by default are the same map as the template's.
  const shared = own === undefined || equalJson(own, before);
  return {
    ...job,
    metadata: shared ? { ...job.metadata, labels } : job.metadata,
    spec: { ...spec, selector, template },
  };
}

const UID = 'batch.kubernetes.io/controller-uid';

/** What somebody wrote stays, so that it can be refused. */
function withMissing(own: StringMap | undefined, generated: StringMap): StringMap {
  return { ...own, ...Object.fromEntries(Object.entries(generated).filter(([key]) => own?.[key] === undefined)) };
}

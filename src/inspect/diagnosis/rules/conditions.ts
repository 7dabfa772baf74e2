import type { KObject } from '../../../api/types/meta.ts';
import { since } from '../moments.ts';
import { held, type Rule, type Unmet, type Wish, wished } from '../unmet.ts';
import type { World } from '../world.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

function conditionsOf(object: KObject): readonly Condition[] {
  return (object as { readonly status?: { readonly conditions?: readonly Condition[] } }).status?.conditions ?? [];
}

interface Told {
  readonly wish: (name: string) => Wish;
  readonly hold: 'pressure' | 'apiServiceDown' | 'noMetrics';
  readonly isBad: (condition: Condition) => boolean;
}

/** Objects whose own conditions say that something is wrong. */
function* withCondition(world: World, resource: string, { wish, hold, isBad }: Told): Iterable<Unmet> {
  for (const object of world.all<KObject>(resource)) {
    const bad = conditionsOf(object).find(isBad);
    if (bad === undefined || object.metadata.deletionTimestamp !== undefined) continue;
    const { namespace, name = '' } = object.metadata;
    const subject = [resource, ...(namespace === undefined ? [] : [namespace]), name].join('/');
    const { type: condition, reason = '', message = '' } = bad;
    yield {
      subject,
      wish: wish(name),
      hold: () => ({
        told: held(hold, { condition, reason, message }),
        since: () =>
          since(world.at, subject, (then) => conditionsOf(then).some((each) => each.type === condition && isBad(each))),
      }),
    };
  }
}

/** Nodes on which something runs short. */
export const pressure: Rule = {
  name: 'pressure',
  find: (world) =>
    withCondition(world, 'nodes', {
      wish: (name) => wished('nodeRoom', { name }),
      hold: 'pressure',
      isBad: ({ type, status }) => type.endsWith('Pressure') && status === 'True',
    }),
};

/** Groups of the API that somebody else serves, and does not. */
export const apiServices: Rule = {
  name: 'apiServices',
  find: (world) =>
    withCondition(world, 'apiservices.apiregistration.k8s.io', {
      wish: (name) => wished('apiService', { name }),
      hold: 'apiServiceDown',
      isBad: ({ type, status }) => type === 'Available' && status === 'False',
    }),
};

/** Autoscalers that do not know what to do. */
export const autoscalers: Rule = {
  name: 'autoscalers',
  find: (world) =>
    withCondition(world, 'horizontalpodautoscalers.autoscaling', {
      wish: (name) => wished('autoscaler', { name }),
      hold: 'noMetrics',
      isBad: ({ type, status, reason }) =>
        (type === 'ScalingActive' || type === 'AbleToScale') && status === 'False' && reason !== 'ScalingDisabled',
    }),
};

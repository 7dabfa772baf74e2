import type { Fields } from '../go/json.ts';
import { fill, inField } from './fill.ts';
import { defaultTemplate } from './pod.ts';

const template = (spec: Fields): Fields => inField(spec, 'template', defaultTemplate);

/** Models pkg/apis/apps/v1/defaults.go (v1.36) */
export function defaultDeployment(object: Fields): Fields {
  return inField(object, 'spec', (spec) => {
    const filled = fill(spec, { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600, strategy: {} });
    return template(inField(filled, 'strategy', defaultStrategy));
  });
}

function defaultStrategy(strategy: Fields): Fields {
  const typed = fill(strategy, { type: 'RollingUpdate' });
  if (typed.type !== 'RollingUpdate') return typed;
  const rolling = fill(typed, { rollingUpdate: {} });
  return inField(rolling, 'rollingUpdate', (each) => fill(each, { maxUnavailable: '25%', maxSurge: '25%' }));
}

export function defaultReplicaSet(object: Fields): Fields {
  return inField(object, 'spec', (spec) => template(fill(spec, { replicas: 1 })));
}

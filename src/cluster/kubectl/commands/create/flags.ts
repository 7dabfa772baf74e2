// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd/create (v1.36)

import type { Options } from '../../flags/options.ts';

export function createFlags() {
  return {
    create: '@print @files @make edit:b raw l/selector windows-line-endings:b record:b',
    'create clusterrole': '@print @make aggregation-rule non-resource-url:l resource:l resource-name:a verb:l',
    'create clusterrolebinding': '@print @make clusterrole group:a serviceaccount:a user:a',
    'create configmap': '@print @make append-hash:b from-env-file:l from-file:l from-literal:a',
    'create cronjob': '@print @make image restart schedule',
    'create deployment': '@print @make image:l port:j r/replicas:j',
    'create ingress': '@print @make annotation:a class default-backend rule:a',
    'create job': '@print @make from image',
    'create namespace': '@print @make',
    'create poddisruptionbudget': '@print @make max-unavailable min-available selector',
    'create priorityclass': '@print @make description global-default:b preemption-policy value:j',
    'create quota': '@print @make hard scopes',
    'create role': '@print @make resource:l resource-name:a verb:l',
    'create rolebinding': '@print @make clusterrole group:a role serviceaccount:a user:a',
    'create secret docker-registry':
      '@print @make append-hash:b docker-email docker-password docker-server docker-username from-file:l',
    'create secret generic': '@print @make append-hash:b from-env-file:l from-file:l from-literal:a type',
    'create secret tls': '@print @make append-hash:b cert key',
    'create service clusterip': '@print @make clusterip tcp:l',
    'create service externalname': '@print @make external-name tcp:l',
    'create service loadbalancer': '@print @make tcp:l',
    'create service nodeport': '@print @make node-port:i tcp:l',
    'create serviceaccount': '@print @make',
    'create token': '@print audience:a bound-object-kind bound-object-name bound-object-uid duration:d',
  } as const;
}

type Flags = ReturnType<typeof createFlags>;
export type CreateOptions<Path extends keyof Flags = keyof Flags> = Options<Flags[Path]>;

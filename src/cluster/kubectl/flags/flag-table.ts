// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd (v1.36)

import { APPLY_SPEC } from './argv.ts';

/**
 * The commands of kubectl and the flags of each, beside those of all commands: `letter/name:kind`, where the kind is `b` for a
 * switch, `i` for a whole number, `j` for one of 32 bits, `v` for one in base ten, `d` for a duration, `l` for a list between commas, `a` for one that is given again for each,
 * `?` for a value that may be left out. A group of flags has an `@` before its name.
 */
export function flagTable() {
  return {
    annotate:
      '@print @files all:b A/all-namespaces:b dry-run:? field-manager field-selector list:b local:b overwrite:b resource-version l/selector record:b',
    'api-resources':
      'api-group cached:b categories:l namespaced:b no-headers:b o/output show-managed-fields:b sort-by verbs:l',
    'api-versions': '',
    apply: `${APPLY_SPEC} record:b`,
    'apply edit-last-applied': '@print @files field-manager validate:? windows-line-endings:b record:b',
    'apply set-last-applied': '@print create-annotation:b dry-run:? f/filename:l',
    'apply view-last-applied': '@files all:b o/output l/selector',
    attach: 'c/container detach-keys pod-running-timeout:d q/quiet:b i/stdin:b t/tty:b',
    auth: '',
    'auth can-i': 'A/all-namespaces:b list:b no-headers:b q/quiet:b subresource',
    'auth reconcile': '@print @files dry-run:? remove-extra-permissions:b remove-extra-subjects:b',
    'auth whoami': '@print',
    autoscale: '@print @files cpu dry-run:? field-manager max:j memory min:j name save-config:b record:b cpu-percent:j',
    certificate: '',
    'certificate approve': '@print @files force:b',
    'certificate deny': '@print @files force:b',
    'cluster-info': '',
    'cluster-info dump': '@print A/all-namespaces:b namespaces:l output-directory pod-running-timeout:d',
    completion: '',
    config: '',
    'config current-context': '',
    'config delete-cluster': '',
    'config delete-context': '',
    'config delete-user': '',
    'config get-clusters': '',
    'config get-contexts': 'no-headers:b o/output',
    'config get-users': '',
    'config rename-context': '',
    'config set': 'set-raw-bytes:b',
    'config set-cluster':
      'certificate-authority embed-certs:b insecure-skip-tls-verify:b proxy-url server tls-server-name',
    'config set-context': 'cluster current:b n/namespace user',
    'config set-credentials':
      'auth-provider auth-provider-arg:l client-certificate client-key embed-certs:b exec-api-version exec-arg:a exec-command exec-env:a exec-interactive-mode exec-provide-cluster-info:b password token username',
    'config unset': '',
    'config use-context': '',
    'config view': '@print flatten:b merge:b minify:b raw:b',
    cordon: 'dry-run:? l/selector',
    cp: 'c/container no-preserve:b retries:i',
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
    'create secret': '',
    'create secret docker-registry':
      '@print @make append-hash:b docker-email docker-password docker-server docker-username from-file:l',
    'create secret generic': '@print @make append-hash:b from-env-file:l from-file:l from-literal:a type',
    'create secret tls': '@print @make append-hash:b cert key',
    'create service': '',
    'create service clusterip': '@print @make clusterip tcp:l',
    'create service externalname': '@print @make external-name tcp:l',
    'create service loadbalancer': '@print @make tcp:l',
    'create service nodeport': '@print @make node-port:i tcp:l',
    'create serviceaccount': '@print @make',
    'create token': '@print audience:a bound-object-kind bound-object-name bound-object-uid duration:d',
    debug:
      'arguments-only:b attach:b c/container copy-to custom env:a f/filename:l image image-pull-policy keep-annotations:b keep-init-containers:b keep-labels:b keep-liveness:b keep-readiness:b keep-startup:b profile q/quiet:b replace:b same-node:b set-image:l share-processes:b i/stdin:b target t/tty:b',
    delete:
      '@files all:b A/all-namespaces:b cascade:? dry-run:? field-selector force:b grace-period:i ignore-not-found:b i/interactive:b now:b o/output raw l/selector timeout:d wait:b',
    describe: '@files A/all-namespaces:b chunk-size:i l/selector show-events:b',
    diff: '@files concurrency:i field-manager force-conflicts:b prune:b prune-allowlist:a l/selector server-side:b show-managed-fields:b show-secrets:b',
    drain:
      'chunk-size:i delete-emptydir-data:b disable-eviction:b dry-run:? force:b grace-period:i ignore-daemonsets:b pod-selector l/selector skip-wait-for-delete-timeout:i timeout:d',
    edit: '@print @files field-manager output-patch:b save-config:b subresource validate:? windows-line-endings:b record:b',
    events: '@print A/all-namespaces:b chunk-size:i for no-headers:b types:l w/watch:b',
    exec: 'c/container f/filename:l pod-running-timeout:d q/quiet:b i/stdin:b t/tty:b',
    explain: 'api-version o/output R/recursive:b',
    expose:
      '@print @files cluster-ip dry-run:? external-ip field-manager l/labels load-balancer-ip name override-type overrides port protocol save-config:b selector session-affinity target-port type record:b',
    get: '@print @files A/all-namespaces:b chunk-size:i field-selector ignore-not-found:b L/label-columns:l no-headers:b output-watch-events:b raw l/selector server-print:b show-kind:b show-labels:b sort-by subresource w/watch:b watch-only:b',
    kuberc: '',
    'kuberc set': 'allowlist-entry:l appendarg:l command kuberc name option:a overwrite:b policy prependarg:l section',
    'kuberc view': '@print kuberc',
    kustomize:
      'as-current-user:b enable-alpha-plugins:b enable-helm:b e/env:a helm-api-versions:l helm-command helm-debug:b helm-kube-version load-restrictor mount:l network:b network-name o/output reorder',
    label:
      '@print @files all:b A/all-namespaces:b dry-run:? field-manager field-selector list:b local:b overwrite:b resource-version l/selector record:b',
    logs: 'all-containers:b all-pods:b c/container f/follow:b ignore-errors:b insecure-skip-tls-verify-backend:b limit-bytes:i max-log-requests:i pod-running-timeout:d prefix:b p/previous:b l/selector since:d since-time tail:i timestamps:b',
    patch: '@print @files dry-run:? field-manager local:b p/patch patch-file subresource type record:b',
    plugin: '',
    'plugin list': 'name-only:b',
    'port-forward': 'address:l pod-running-timeout:d',
    proxy:
      'accept-hosts accept-paths address api-prefix append-server-path:b disable-filter:b keepalive:d p/port:i reject-methods reject-paths u/unix-socket w/www P/www-prefix',
    replace: '@print @files @make cascade:? force:b grace-period:i raw subresource timeout:d wait:b',
    rollout: '',
    'rollout history': '@print @files revision:i l/selector',
    'rollout pause': '@print @files field-manager l/selector',
    'rollout restart': '@print @files field-manager l/selector',
    'rollout resume': '@print @files field-manager l/selector',
    'rollout status': '@files revision:i l/selector timeout:d w/watch:b',
    'rollout undo': '@print @files dry-run:? l/selector to-revision:i',
    run: '@print @files annotations:l attach:b cascade:? command:b detach-keys dry-run:? env:a expose:b field-manager force:b grace-period:i image image-pull-policy l/labels leave-stdin-open:b override-type overrides pod-running-timeout:d port privileged:b q/quiet:b restart rm:b save-config:b i/stdin:b timeout:d t/tty:b wait:b record:b',
    scale: '@print @files all:b current-replicas:i dry-run:? replicas:i resource-version l/selector timeout:d record:b',
    set: '',
    'set env':
      '@print @files all:b c/containers dry-run:? e/env:a field-manager from keys:l list:b local:b overwrite:b prefix resolve:b l/selector',
    'set image': '@print @files all:b dry-run:? field-manager local:b l/selector record:b',
    'set resources':
      '@print @files all:b c/containers dry-run:? field-manager limits local:b requests l/selector record:b',
    'set selector': '@print all:b dry-run:? field-manager f/filename:l local:b R/recursive:b resource-version record:b',
    'set serviceaccount': '@print @files all:b dry-run:? field-manager local:b record:b',
    'set subject': '@print @files all:b dry-run:? field-manager group:a local:b l/selector serviceaccount:a user:a',
    taint: '@print all:b dry-run:? field-manager overwrite:b l/selector validate:?',
    top: '',
    'top node': 'no-headers:b l/selector show-capacity:b show-swap:b sort-by use-protocol-buffers:b',
    'top pod':
      'A/all-namespaces:b containers:b field-selector no-headers:b l/selector show-swap:b sort-by sum:b use-protocol-buffers:b',
    uncordon: 'dry-run:? l/selector',
    version: 'client:b o/output',
    wait: '@print all:b A/all-namespaces:b field-selector f/filename:l for:a local:b R/recursive:b l/selector timeout:d',
  } as const;
}

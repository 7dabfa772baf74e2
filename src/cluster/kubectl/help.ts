// Models the usage lines and the defaults of flags of staging/src/k8s.io/kubectl/pkg/cmd (v1.36); what they mean is not told again here

import { type Flag, GLOBAL_FLAGS, readFlags } from './flags/argv.ts';
import { whatItDoes } from './overview.ts';

/** What stands behind a command. */
const USAGE: ReadonlyMap<string, string> = new Map([
  ['create', '-f FILENAME'],
  [
    'create clusterrole',
    'NAME --verb=verb --resource=resource.group [--resource-name=resourcename] [--dry-run=server|client|none]',
  ],
  [
    'create clusterrolebinding',
    'NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
  ],
  ['create configmap', 'NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]'],
  ['create cronjob', "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]"],
  ['create deployment', 'NAME --image=image -- [COMMAND] [args...]'],
  ['create ingress', 'NAME --rule=host/path=service:port[,tls[=secret]]'],
  ['create job', 'NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]'],
  ['create namespace', 'NAME [--dry-run=server|client|none]'],
  ['create poddisruptionbudget', 'NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]'],
  ['create priorityclass', 'NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]'],
  ['create quota', 'NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]'],
  [
    'create role',
    'NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename] [--dry-run=server|client|none]',
  ],
  [
    'create rolebinding',
    'NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
  ],
  ['create secret', '(docker-registry | generic | tls)'],
  [
    'create secret docker-registry',
    'NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string] [--from-file=[key=]source] [--dry-run=server|client|none]',
  ],
  [
    'create secret generic',
    'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]',
  ],
  ['create secret tls', 'NAME --cert=path/to/cert/file --key=path/to/key/file [--dry-run=server|client|none]'],
  ['create service clusterip', 'NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]'],
  ['create service externalname', 'NAME --external-name external.name [--dry-run=server|client|none]'],
  ['create service loadbalancer', 'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]'],
  ['create service nodeport', 'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]'],
  ['create serviceaccount', 'NAME [--dry-run=server|client|none]'],
  ['create token', 'SERVICE_ACCOUNT_NAME'],
  [
    'expose',
    '(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]',
  ],
  [
    'run',
    'NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...]',
  ],
  ['set', 'SUBCOMMAND'],
  ['set env', 'RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N'],
  ['set image', '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N'],
  ['set resources', '(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]'],
  ['set selector', '(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]'],
  ['set serviceaccount', '(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT'],
  [
    'set subject',
    '(-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
  ],
  [
    'explain',
    'TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]',
  ],
  [
    'get',
    '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file|custom-columns|custom-columns-file|wide] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...)',
  ],
  ['edit', '(RESOURCE/NAME | -f FILENAME)'],
  ['delete', '([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])'],
  ['rollout', 'SUBCOMMAND'],
  ['rollout history', '(TYPE NAME | TYPE/NAME)'],
  ['rollout pause', 'RESOURCE'],
  ['rollout restart', 'RESOURCE'],
  ['rollout resume', 'RESOURCE'],
  ['rollout status', '(TYPE NAME | TYPE/NAME)'],
  ['rollout undo', '(TYPE NAME | TYPE/NAME)'],
  ['scale', '[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)'],
  ['autoscale', '(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU] [--memory=MEMORY]'],
  ['certificate', 'SUBCOMMAND'],
  ['certificate approve', '(-f FILENAME | NAME)'],
  ['certificate deny', '(-f FILENAME | NAME)'],
  ['top node', '[NAME | -l label]'],
  ['top pod', '[NAME | -l label]'],
  ['cordon', 'NODE'],
  ['uncordon', 'NODE'],
  ['drain', 'NODE'],
  ['taint', 'NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N'],
  ['describe', '(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)'],
  ['logs', '[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'],
  ['attach', '(POD | TYPE/NAME) -c CONTAINER'],
  ['exec', '(POD | TYPE/NAME) [-c CONTAINER] -- COMMAND [args...]'],
  ['port-forward', 'TYPE/NAME [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]'],
  ['proxy', '[--port=PORT] [--www=static-dir] [--www-prefix=prefix] [--api-prefix=prefix]'],
  ['cp', '<file-spec-src> <file-spec-dest>'],
  ['auth can-i', 'VERB [TYPE | TYPE/NAME | NONRESOURCEURL]'],
  ['auth reconcile', '-f FILENAME'],
  ['debug', '(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]'],
  [
    'events',
    '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file] [--for TYPE/NAME] [--watch] [--types=Normal,Warning]',
  ],
  ['diff', '-f FILENAME'],
  ['apply', '(-f FILENAME | -k DIRECTORY)'],
  ['apply edit-last-applied', '(RESOURCE/NAME | -f FILENAME)'],
  ['apply set-last-applied', '-f FILENAME'],
  ['apply view-last-applied', '(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)'],
  ['patch', '(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]'],
  ['replace', '-f FILENAME'],
  [
    'wait',
    "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]",
  ],
  ['kustomize', 'DIR'],
  ['label', '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]'],
  ['annotate', '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]'],
  ['completion', 'SHELL'],
  ['config', 'SUBCOMMAND'],
  ['config delete-cluster', 'NAME'],
  ['config delete-context', 'NAME'],
  ['config delete-user', 'NAME'],
  ['config get-contexts', '[(-o|--output=)name)]'],
  ['config rename-context', 'CONTEXT_NAME NEW_NAME'],
  ['config set', 'PROPERTY_NAME PROPERTY_VALUE'],
  [
    'config set-cluster',
    'NAME [--server=server] [--certificate-authority=path/to/certificate/authority] [--insecure-skip-tls-verify=true] [--tls-server-name=example.com]',
  ],
  [
    'config set-context',
    '[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]',
  ],
  [
    'config set-credentials',
    'NAME [--client-certificate=path/to/certfile] [--client-key=path/to/keyfile] [--token=bearer_token] [--username=basic_user] [--password=basic_password] [--auth-provider=provider_name] [--auth-provider-arg=key=value] [--exec-command=exec_command] [--exec-api-version=exec_api_version] [--exec-arg=arg] [--exec-env=key=value]',
  ],
  ['config unset', 'PROPERTY_NAME'],
  ['config use-context', 'CONTEXT_NAME'],
  ['kuberc', 'SUBCOMMAND'],
  ['kuberc set', '--section (defaults|aliases) --command COMMAND'],
]);

/** What a flag is when it is not given, where that is not nothing: of one command, or of all that have it. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['allow-missing-template-keys', 'true'],
  ['cache-dir', "'/home/user/.kube/cache'"],
  ['cascade', "'background'"],
  ['chunk-size', '500'],
  ['detach-keys', "'ctrl-p,ctrl-q'"],
  ['dry-run', "'none'"],
  ['grace-period', '-1'],
  ['log-flush-frequency', '5s'],
  ['override-type', "'merge'"],
  ['pod-running-timeout', '1m0s'],
  ['profile', "'none'"],
  ['profile-output', "'profile.pprof'"],
  ['request-timeout', "'0'"],
  ['use-protocol-buffers', 'true'],
  ['v', '0'],
  ['validate', "'strict'"],
  ['vmodule', ''],
  ['api-resources namespaced', 'true'],
  ['apply openapi-patch', 'true'],
  ['apply overwrite', 'true'],
  ['apply view-last-applied output', "'yaml'"],
  ['autoscale max', '-1'],
  ['autoscale min', '-1'],
  ['cluster-info dump output', "'json'"],
  ['cluster-info dump pod-running-timeout', '20s'],
  ['config view merge', 'true'],
  ['config view output', "'yaml'"],
  ['create deployment port', '-1'],
  ['create deployment replicas', '1'],
  ['create priorityclass preemption-policy', "'PreemptLowerPriority'"],
  ['create secret docker-registry docker-server', "'https://index.docker.io/v1/'"],
  ['debug keep-init-containers', 'true'],
  ['debug profile', "'general'"],
  ['debug share-processes', 'true'],
  ['delete wait', 'true'],
  ['describe show-events', 'true'],
  ['diff concurrency', '1'],
  ['explain output', "'plaintext'"],
  ['get server-print', 'true'],
  ['kuberc view output', "'yaml'"],
  ['kustomize helm-command', "'helm'"],
  ['kustomize load-restrictor', "'LoadRestrictionsRootOnly'"],
  ['kustomize network-name', "'bridge'"],
  ['logs max-log-requests', '5'],
  ['logs pod-running-timeout', '20s'],
  ['logs tail', '-1'],
  ['patch type', "'strategic'"],
  ['port-forward address', '[localhost]'],
  ['proxy accept-hosts', "'^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$'"],
  ['proxy accept-paths', "'^.*'"],
  ['proxy address', "'127.0.0.1'"],
  ['proxy api-prefix', "'/'"],
  ['proxy port', '8001'],
  ['proxy reject-methods', "'^$'"],
  ['proxy reject-paths', "'^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach'"],
  ['proxy www-prefix', "'/static/'"],
  ['rollout status watch', 'true'],
  ['run restart', "'Always'"],
  ['scale current-replicas', '-1'],
  ['set env containers', "'*'"],
  ['set env overwrite', 'true'],
  ['set resources containers', "'*'"],
  ['set selector recursive', 'true'],
  ['wait recursive', 'true'],
  ['wait timeout', '30s'],
]);

/** Who writes, unless somebody says otherwise: most commands do so in their own name. */
const MANAGERS: ReadonlyMap<string, string> = new Map([
  ['apply', 'kubectl-client-side-apply'],
  ['diff', 'kubectl-client-side-apply'],
]);

/** Flags that are understood, and that no help mentions. */
const HIDDEN: ReadonlySet<string> = new Set(['record', 'cpu-percent']);

/** How a command is used, its subcommands, and its flags as they are when they are not given. */
export function helpText(path: string, table: { readonly [command: string]: string }): string {
  const inside = `${path} `;
  const subcommands = Object.keys(table).filter(
    (name) => name.startsWith(inside) && !name.slice(inside.length).includes(' '),
  );
  const flags = readFlags(table[path] ?? '').filter(({ name }) => !HIDDEN.has(name));
  const usage = ['kubectl', path, USAGE.get(path), flags.length > 0 ? '[options]' : undefined];
  const does = whatItDoes(path);
  return [
    does === undefined ? '' : `kubectl ${path} ${does}.\n\n`,
    `Usage:\n  ${usage.filter((part) => part !== undefined).join(' ')}\n`,
    subcommands.length === 0
      ? ''
      : `\nSubcommands:\n${subcommands.map((name) => `  ${name.slice(inside.length)}\n`).join('')}`,
    flags.length === 0 ? '' : `\nOptions:\n${flags.map((flag) => flagLine(path, flag)).join('')}`,
    '\n"kubectl options" lists those that all commands have. What each means stands in the documentation of kubectl.\n',
  ].join('');
}

/** The flags that all commands have, as they are when they are not given. */
export function optionsText(): string {
  const flags = GLOBAL_FLAGS.filter(({ name }) => name !== 'help');
  return `These flags may stand with any command:\n${flags.map((flag) => flagLine('', flag)).join('')}`;
}

function flagLine(path: string, flag: Flag): string {
  const { name, letter } = flag;
  return `  ${letter === undefined ? '    ' : `-${letter}, `}--${name}=${defaultOf(path, flag)}\n`;
}

function defaultOf(path: string, { name, is, takes }: Flag): string {
  const [command = ''] = path.split(' ');
  if (name === 'field-manager') return `'${MANAGERS.get(command) ?? `kubectl-${command}`}'`;
  const known = DEFAULTS.get(`${path} ${name}`) ?? DEFAULTS.get(name);
  if (known !== undefined) return known;
  if (is === 'switch') return 'false';
  if (is === 'whole') return '0';
  if (is === 'duration') return '0s';
  return takes === 'value' ? "''" : '[]';
}

import type { KObject } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import { kindWord, pathOf } from '../../client/discovery.ts';
import type { Options } from '../../flags/options.ts';
import { isImage, PULL_POLICIES } from '../../pods/image-name.ts';
import { showTyped } from '../../print/objects.ts';
import { type Failure, failure, failureOf, isFailure, misused } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import { sentOrShown } from '../../writing/asked-namespace.ts';
import type { DryRun } from '../../writing/dry-run.ts';
import { parseLabels } from '../../writing/flag-pairs.ts';
import { overridden } from '../../writing/overrides.ts';
import { recorded } from '../../writing/record.ts';
import { writingProblem } from '../../writing/settled-first.ts';
import { create, createSilently, dryRunOf, report } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';
import { propagationOf } from '../delete/delete.ts';
import { attachToNew, exitOf } from '../exec/attached.ts';

const FLAGS =
  '@print @files annotations:l attach:b cascade:? command:b detach-keys dry-run:? env:a expose:b field-manager force:b grace-period:i image image-pull-policy l/labels leave-stdin-open:b override-type overrides pod-running-timeout:d port privileged:b q/quiet:b restart rm:b save-config:b i/stdin:b timeout:d t/tty:b wait:b record:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'run',
      order: 3,
      group: 'change',
      does: 'starts one Pod of an image',
      usage:
        'NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...]',
      flags: FLAGS,
      defaults: { restart: "'Always'" },
      run,
    },
  ];
}

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];

/** Models staging/src/k8s.io/kubectl/pkg/cmd/run/run.go (v1.36) */
function* run(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  showTyped(session);
  const [name, ...rest] = words;
  const image = options.text('image');
  if (image === undefined) return failure('required flag(s) "image" not set');
  if (name === undefined) return misused(options, 'NAME is required for run');
  const unwritten = writingProblem(session, options);
  if (unwritten !== undefined) return unwritten;
  if (image === '') return failure('--image is required');
  if (!isImage(image)) return failure(`Invalid image name "${image}": invalid reference format`);
  if (options.is('expose') && !options.text('port')) {
    return misused(options, '--port must be set when exposing a service');
  }
  const propagation = propagationOf(options);
  if (isFailure(propagation)) return propagation;
  const restartPolicy = options.text('restart') || 'Always';
  if (!RESTART_POLICIES.includes(restartPolicy)) return misused(options, `invalid restart policy: ${restartPolicy}`);
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const unclear = problemWithParts(options);
  if (unclear !== undefined) return unclear;
  const attaches = options.has('attach') ? options.is('attach') : options.is('stdin');
  const wrong = attachProblem(options, attaches, dryRun);
  if (wrong !== undefined) return wrong;
  if (name === '') return failure('Parameter: name is required');
  const resource = yield* resolveResource(session, 'pods');
  if (isFailure(resource)) return resource;
  const manager = options.text('field-manager') ?? 'kubectl-run';
  const pod = overridden(podOf(name, rest, restartPolicy, options), options, 'merge');
  if (isFailure(pod)) return pod;
  const made = yield* createSilently(session, options, {
    resource,
    namespace: session.namespace,
    object: sentOrShown(recorded(session, pod), options, dryRun),
    query: [...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []), ['fieldManager', manager]],
    done: 'created',
  });
  if (isFailure(made)) return made;
  const exposed = options.is('expose') ? yield* exposeIt(session, name, options, dryRun) : 0;
  if (attaches) return yield* attached(session, name, restartPolicy, options, exposed);
  const told = report(session, options, resource, made, 'created', dryRun);
  return told ?? exposed;
}

function problemWithParts(options: Given): Failure | undefined {
  const policy = options.text('image-pull-policy') ?? '';
  if (policy !== '' && !PULL_POLICIES.includes(policy)) return misused(options, `invalid image pull policy: ${policy}`);
  const unclear = options.list('env').find((text) => text !== '' && !ENV.test(text));
  if (unclear !== undefined) return failure(`invalid env: ${unclear}`);
  const note = options.list('annotations').find((text) => !/^[^=]+=/.test(text));
  if (note !== undefined) return failure(`invalid annotations format: ${note}`);
  const labels = parseLabels(options.text('labels') || 'a=b');
  if (isFailure(labels)) return labels;
  const port = options.text('port') || '0';
  return /^[-+]?\d+$/.test(port) ? undefined : failure(`strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`);
}

/** Models apimachinery/pkg/util/validation.IsEnvVarName, and a value. */
const ENV = /^[-._a-zA-Z][-._a-zA-Z0-9]*=/;

function attachProblem(options: Given, attaches: boolean, dryRun: DryRun): Failure | undefined {
  if (options.is('tty') && !options.is('stdin'))
    return misused(options, '-i/--stdin is required for containers with -t/--tty=true');
  if (attaches && dryRun !== 'none')
    return misused(
      options,
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    );
  return options.is('rm') && !attaches
    ? misused(options, '--rm should only be used for attached containers')
    : undefined;
}

function* attached(
  session: Session,
  name: string,
  restartPolicy: string,
  options: Given,
  exposed: number | Failure,
): Process<number | Failure> {
  const shown = yield* attachToNew(session, name, name, options);
  const waits = !options.is('leave-stdin-open') && restartPolicy !== 'Always';
  const end = !isFailure(shown) && waits ? yield* exitOf(session, name, options) : shown;
  if (options.is('rm')) {
    yield* remove(session, 'pods', name);
    if (options.is('expose') && !isFailure(exposed)) yield* remove(session, 'services', name);
  }
  return end;
}

/** What the command has made goes with it. */
function* remove(session: Session, word: string, name: string): Process<void> {
  const resource = yield* resolveResource(session, word);
  if (isFailure(resource)) return;
  const { namespace } = session;
  const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' };
  const response = yield* session.call({ method: 'DELETE', path: pathOf(resource, namespace, name), body });
  if (response.code < 300) session.print(`${kindWord(resource)} "${name}" deleted from ${namespace} namespace\n`);
  else session.complain(failureOf(response.code, response.body).text);
}

/** With `--expose` a Service of the same name is made as well. */
function* exposeIt(session: Session, name: string, options: Given, dryRun: DryRun): Process<number | Failure> {
  const services = yield* resolveResource(session, 'services');
  if (isFailure(services)) return services;
  const port = Number(options.text('port'));
  const labels = labelsOf(name, options);
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...(options.has('labels') ? { labels } : {}), name },
    spec: { ports: [{ port, protocol: 'TCP', targetPort: port }], selector: labels },
    status: { loadBalancer: {} },
  };
  const result = yield* create(session, options, {
    resource: services,
    namespace: session.namespace,
    object: sentOrShown(service, options, dryRun),
    query: [
      ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
      ['fieldManager', options.text('field-manager') ?? 'kubectl-run'],
    ],
    done: 'created',
  });
  if (isFailure(result)) return result;
  // Between the texts of two objects stands what separates them.
  if (options.text('output') === 'yaml') session.print('---\n---\n');
  return 0;
}

function labelsOf(name: string, options: Given): { readonly [key: string]: string } {
  const labels = parseLabels(options.text('labels') || `run=${name}`);
  return isFailure(labels) ? {} : labels;
}

function podOf(name: string, rest: readonly string[], restartPolicy: string, options: Given): KObject {
  const port = options.text('port') || undefined;
  const variables = options
    .list('env')
    .filter((text) => text !== '')
    .map((text) => {
      const equals = text.indexOf('=');
      const value = text.slice(equals + 1);
      return { name: text.slice(0, equals), ...(value === '' ? {} : { value }) };
    });
  const pullPolicy = options.text('image-pull-policy');
  const notes = options.list('annotations').map((text) => text.split('=') as [string, string]);
  const words = rest.length === 0 ? {} : options.is('command') ? { command: rest } : { args: rest };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      labels: labelsOf(name, options),
      ...(notes.length === 0 ? {} : { annotations: Object.fromEntries(notes) }),
    },
    spec: {
      containers: [
        {
          name,
          image: options.text('image') ?? '',
          ...words,
          ...(port === undefined ? {} : { ports: [{ containerPort: Number(port) }] }),
          ...(variables.length === 0 ? {} : { env: variables }),
          resources: {},
          ...(options.is('stdin') ? { stdin: true } : {}),
          ...(options.is('stdin') && !options.is('leave-stdin-open') ? { stdinOnce: true } : {}),
          ...(options.is('tty') ? { tty: true } : {}),
          ...(pullPolicy === undefined ? {} : { imagePullPolicy: pullPolicy }),
          ...(options.is('privileged') ? { securityContext: { privileged: true } } : {}),
        },
      ],
      restartPolicy,
      dnsPolicy: 'ClusterFirst',
    },
    status: {},
  };
}

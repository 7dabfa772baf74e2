import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { resolveResource } from '../target.ts';
import { create, type DryRun, dryRunOf } from '../writing.ts';

/** A reference: registry and path in lower case, a tag, a digest. */
const IMAGE =
  /^(?:[a-zA-Z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][\w+.-]*:[0-9a-fA-F]{32,})?$/;
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];

/** Models staging/src/k8s.io/kubectl/pkg/cmd/run/run.go (v1.36); --overrides and attaching are not modelled. */
export function* run(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [name, ...rest] = words;
  const image = options.text('image');
  if (image === undefined) return failure('required flag(s) "image" not set');
  if (name === undefined) return failure('NAME is required for run');
  if (image === '') return failure('--image is required');
  if (!IMAGE.test(image)) return failure(`Invalid image name "${image}": invalid reference format`);
  if (options.is('stdin') || options.is('tty') || options.is('rm'))
    return failure('attaching to a Pod is not modelled');
  if (options.is('expose') && options.text('port') === undefined) {
    return failure('--port must be set when exposing a service');
  }
  const restartPolicy = options.text('restart') ?? 'Always';
  if (!RESTART_POLICIES.includes(restartPolicy)) return failure(`invalid restart policy: ${restartPolicy}`);
  const dryRun = dryRunOf(options);
  if (isFailure(dryRun)) return dryRun;
  const resource = yield* resolveResource(session, 'pods');
  if (isFailure(resource)) return resource;
  const manager = options.text('field-manager') ?? 'kubectl-run';
  const result = yield* create(session, options, {
    resource,
    namespace: session.namespace,
    object: podOf(name, rest, restartPolicy, options),
    query: [...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []), ['fieldManager', manager]],
    done: 'created',
  });
  if (isFailure(result)) return result;
  return options.is('expose') ? yield* exposeIt(session, name, options, dryRun) : 0;
}

/** With `--expose` a Service of the same name is made as well. */
function* exposeIt(session: Session, name: string, options: Options, dryRun: DryRun): Process<number | Failure> {
  const services = yield* resolveResource(session, 'services');
  if (isFailure(services)) return services;
  const port = Number(options.text('port'));
  const labels = labelsOf(name, options);
  const result = yield* create(session, options, {
    resource: services,
    namespace: session.namespace,
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { ...(options.has('labels') ? { labels } : {}), name },
      spec: { ports: [{ port, protocol: 'TCP', targetPort: port }], selector: labels },
      status: { loadBalancer: {} },
    },
    query: [
      ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
      ['fieldManager', options.text('field-manager') ?? 'kubectl-run'],
    ],
    done: 'created',
  });
  return isFailure(result) ? result : 0;
}

function labelsOf(name: string, options: Options): { readonly [key: string]: string } {
  const texts = (options.text('labels') ?? '').split(',').filter((text) => text !== '');
  return texts.length === 0
    ? { run: name }
    : Object.fromEntries(texts.map((text) => text.split('=') as [string, string]));
}

function podOf(name: string, rest: readonly string[], restartPolicy: string, options: Options): KObject {
  const port = options.text('port');
  const variables = options.list('env').map((text) => {
    const equals = text.indexOf('=');
    return { name: text.slice(0, equals), value: text.slice(equals + 1) };
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

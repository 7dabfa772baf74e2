import { isFailure, isNamespaceTerminating } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { ConfigMap, Namespace } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import { objectKey, type RestClient, type SharedInformer, WorkQueue } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';

const NAME = 'root-ca-cert-publisher';
const CONFIG_MAP = 'kube-root-ca.crt';
const DESCRIPTION = 'kubernetes.io/description';
const DESCRIPTION_TEXT =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/**
 * Every namespace has the cluster's root certificate, for pods to verify the API server with.
 * Models pkg/controller/certificates/rootcacertpublisher/publisher.go (v1.36)
 */
export class RootCaCertPublisher implements Controller {
  readonly name = NAME;
  private readonly namespaces: SharedInformer<Namespace>;
  private readonly configMaps: SharedInformer<ConfigMap>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly info = resourceOf('configmaps');

  constructor(
    private readonly runtime: ControllerRuntime,
    /** Upstream reads a file; without one here, what kube-system has is published. */
    private readonly rootCertificate: string | undefined,
  ) {
    this.client = runtime.client(NAME);
    this.namespaces = runtime.informers.informer(resourceOf('namespaces'));
    this.configMaps = runtime.informers.informer(this.info);
    this.queue = new WorkQueue(runtime.env, 'root_ca_cert_publisher', NAME);
    const queueNamespace = (ctx: Context, namespace: KObject): void => this.queue.add(ctx, objectKey(namespace));
    const queueOf = (ctx: Context, { metadata }: KObject): void => {
      if (metadata.name === CONFIG_MAP) this.queue.add(ctx, metadata.namespace ?? '');
    };
    this.namespaces.addHandler(NAME, {
      onAdd: queueNamespace,
      onUpdate: (ctx, _, after) => {
        if (after.status?.phase === 'Active') queueNamespace(ctx, after);
      },
    });
    this.configMaps.addHandler(NAME, { onUpdate: (ctx, _, after) => queueOf(ctx, after), onDelete: queueOf });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, 1, (ctx, key) => this.sync(ctx, key));
  }

  private publishedIn(ctx: Context, namespace: string): string | undefined {
    const found = this.configMaps.indexer.get(ctx, `${namespace}/${CONFIG_MAP}`);
    return found?.data?.['ca.crt'];
  }

  private *sync(ctx: Context, name: string): Process<boolean> {
    const found = this.configMaps.indexer.get(ctx, `${name}/${CONFIG_MAP}`);
    const certificate = this.rootCertificate ?? this.publishedIn(ctx, 'kube-system');
    if (certificate === undefined) return true;
    const data = { 'ca.crt': certificate };
    const annotations = { ...found?.metadata.annotations, [DESCRIPTION]: DESCRIPTION_TEXT };
    const right =
      found?.data?.['ca.crt'] === certificate &&
      Object.keys(found.data).length === 1 &&
      (found.metadata.annotations?.[DESCRIPTION] ?? '') !== '';
    const outcome = found === undefined ? 'created' : right ? 'present' : 'updated';
    const checked = ctx.step(controllersSteps.rootCertificate, subjectOf(this.info, name, CONFIG_MAP), { outcome });
    if (right) return true;
    if (found !== undefined) {
      const next = { ...found, metadata: { ...found.metadata, annotations }, data };
      return !isFailure(yield* this.client.update(checked, this.info, next));
    }
    const fresh = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: CONFIG_MAP, annotations }, data };
    const answer = yield* this.client.create(checked, this.info, name, fresh);
    if (!isFailure(answer) || answer.reason === 'NotFound') return true;
    return isNamespaceTerminating(answer);
  }
}

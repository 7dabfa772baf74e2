import type { Status } from '../../api/errors/status.ts';
import { SECOND } from '../../base/time/units.ts';
import { Engine, type EngineOptions, type Process, type StepKind } from '../../engine/index.ts';
import { apiserver as apiserverSteps } from '../../steps/apiserver.ts';
import { etcd as etcdSteps } from '../../steps/etcd.ts';
import { createEtcd } from '../etcd/index.ts';
import type { Credentials } from '../ports/credentials.ts';
import { type Environment, type Faults, NO_FAULTS } from '../ports/environment.ts';
import type { KvStore } from '../ports/kv.ts';
import { type Latencies, realisticLatencies } from '../ports/latency.ts';
import type { ApiRequest, ApiResponse, Method, Transport } from '../ports/transport.ts';
import { bootstrapObjects } from './bootstrap/objects.ts';
import { type ApiServerConfig, defaultConfig } from './core/config.ts';
import { type ApiServer, createApiServer } from './server.ts';

/** A cluster that consists of a store and an API server: for tests of either and of clients. */
export interface TestCluster {
  readonly engine: Engine;
  readonly env: Environment;
  readonly kv: KvStore;
  readonly apiServer: ApiServer;
  readonly transport: Transport;
  /** Sends a request and runs until the cluster is quiet. */
  request(method: Method, uri: string, body?: unknown, options?: RequestOptions): ApiResponse;
  /** The same for a request as it is; undefined when it is never answered. */
  send(request: ApiRequest): ApiResponse | undefined;
  /** Runs a process and what follows from it until the cluster is quiet. */
  run<T>(process: Process<T>): T;
  settle(): void;
}

export interface RequestOptions {
  readonly as?: Credentials;
  readonly userAgent?: string;
  readonly headers?: { readonly [name: string]: string };
}

export interface TestOptions {
  readonly config?: Partial<ApiServerConfig>;
  readonly latencies?: Partial<Latencies>;
  readonly faults?: Partial<Faults>;
  readonly engine?: Partial<EngineOptions>;
  readonly kinds?: readonly StepKind[];
  readonly bootstrap?: boolean;
}

/** 2026-11-21T02:22:48Z. */
export const TEST_START = 1_795_227_768 * SECOND;

export const ADMIN: Credentials = {
  clientCertificate: {
    commonName: 'kubernetes-admin',
    organizations: ['system:masters'],
    fingerprint: 'X509SHA256=admin',
  },
};

export function nodeCredentials(node: string): Credentials {
  return {
    clientCertificate: {
      commonName: `system:node:${node}`,
      organizations: ['system:nodes'],
      fingerprint: `X509SHA256=${node}`,
    },
  };
}

export function userCredentials(user: string, groups: readonly string[] = []): Credentials {
  return { clientCertificate: { commonName: user, organizations: groups, fingerprint: `X509SHA256=${user}` } };
}

const ORDINARY_AGENT = 'kubectl/v1.36.2 (linux/amd64) kubernetes/8e16b12';

export function apiRequest(method: Method, uri: string, body?: unknown, options: RequestOptions = {}): ApiRequest {
  const [path = '', query = ''] = uri.split('?');
  const credentials = options.as ?? ADMIN;
  return {
    method,
    path,
    query: query === '' ? [] : query.split('&').map(pairOf),
    headers: {
      'user-agent': options.userAgent ?? ORDINARY_AGENT,
      accept: 'application/json',
      ...(method === 'PATCH' ? { 'content-type': 'application/strategic-merge-patch+json' } : undefined),
      ...(credentials.token === undefined ? undefined : { authorization: `Bearer ${credentials.token}` }),
      ...options.headers,
    },
    body,
    clientCertificate: credentials.clientCertificate,
  };
}

function pairOf(text: string): readonly [string, string] {
  const [key = '', value = ''] = text.split('=');
  return [key, decodeURIComponent(value.replaceAll('+', ' '))];
}

export function testCluster(options: TestOptions = {}): TestCluster {
  const kinds = [...Object.values(apiserverSteps), ...Object.values(etcdSteps), ...(options.kinds ?? [])];
  const engine = new Engine({
    seed: 1,
    kinds: kinds as readonly StepKind[],
    startTime: TEST_START,
    recording: 'full',
    maxSteps: 100_000,
    freeze: true,
    ...options.engine,
  });
  const env: Environment = {
    engine,
    latencies: { ...realisticLatencies, ...options.latencies },
    faults: { ...NO_FAULTS, ...options.faults },
  };
  const parts: { kv?: KvStore; apiServer?: ApiServer } = {};
  engine.perform(() => {
    const kv = createEtcd(env);
    const apiServer = createApiServer(env, kv, { ...defaultConfig, ...options.config });
    if (options.bootstrap !== false) {
      apiServer.install(engine.background('kube-apiserver'), bootstrapObjects(engine.now, engine.random('bootstrap')));
    }
    parts.kv = kv;
    parts.apiServer = apiServer;
  });
  const { kv, apiServer } = parts as { kv: KvStore; apiServer: ApiServer };
  const settle = (): void => {
    while (!engine.quiescent && engine.advance());
  };
  const run = <T>(process: Process<T>): T => {
    let result: T | undefined;
    engine.perform(() => {
      engine.spawn(
        (function* () {
          result = yield* process;
        })(),
      );
    });
    settle();
    return result as T;
  };
  const send = (request: ApiRequest): ApiResponse =>
    run(
      (function* (): Process<ApiResponse> {
        const kind = apiserverSteps.bootstrapped as StepKind<{ objects: number }>;
        const ctx = engine.beginStory('kubectl', kind, request.path, { objects: 0 });
        return yield* apiServer.transport.request(ctx, request);
      })(),
    );
  return {
    engine,
    env,
    kv,
    apiServer,
    transport: apiServer.transport,
    settle,
    run,
    send,
    request: (method, uri, body, requestOptions) => send(apiRequest(method, uri, body, requestOptions)),
  };
}

/** A policy `p` and its binding `b`, which refuses what the policy does not like. */
export function addPolicy(cluster: TestCluster, spec: object, binding: object = {}, kind = 'Validating'): void {
  const add = (suffix: 'Policy' | 'PolicyBinding', name: string, own: object): ApiResponse => {
    const resource = suffix === 'Policy' ? 'policies' : 'policybindings';
    return cluster.request('POST', `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}admission${resource}`, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: `${kind}Admission${suffix}`,
      metadata: { name },
      spec: own,
    });
  };
  const made = add('Policy', 'p', spec);
  if (made.code !== 201) throw new Error(`the policy is not taken: ${(made.body as Status).message}`);
  const actions = kind === 'Validating' ? { validationActions: ['Deny'] } : undefined;
  add('PolicyBinding', 'b', { policyName: 'p', ...actions, ...binding });
}

import { randomBytes } from 'node:crypto';
import type { UserInfo } from '../cluster/apiserver/authn/user.ts';
import { AUTHENTICATED } from '../cluster/apiserver/authn/user.ts';
import { requestInfo } from '../cluster/apiserver/request/request-info.ts';
import { assembleCluster } from '../cluster/assemble.ts';
import { PEOPLE } from '../cluster/clients/identities.ts';
import type { Cluster, ClusterOptions } from '../cluster/config/cluster-config.ts';
import { giveInput } from '../cluster/inputs/inputs.ts';
import { Interrupt } from '../cluster/kubectl/session/interrupt.ts';
import { COMMANDS_TABLE, type CommandRow } from '../cluster/kubectl/session/rows.ts';
import type { ChannelFrame, Channels } from '../cluster/ports/channels.ts';
import { type Latencies, realisticLatencies } from '../cluster/ports/latency.ts';
import type { ApiRequest, ApiResponse, WatchFrame, WatchStream } from '../cluster/ports/transport.ts';
import { outlivePanics } from '../cluster/processes/living-process.ts';
import { CLUSTER_SETTLE_MICROS, clusterKinds, plainNode } from '../cluster/program.ts';
import type { ProxyMode } from '../cluster/proxy/index.ts';
import { type Context, Engine, type Process } from '../engine/index.ts';
import { kubectl } from '../steps/kubectl.ts';
import type { LiveRun } from '../worker/branch.ts';
import type { AuditLog } from './audit-log.ts';
import { Driver, type Host, type Speed } from './driver.ts';
import { PEOPLE as SUBJECTS } from './pki/authority.ts';
import type { Issued } from './pki/certificate.ts';
import { createCertificateSigner } from './pki/signer.ts';
import { createTokenSigner } from './pki/token-signer.ts';
import { postOutside } from './post-outside.ts';
import type { OpenApiIndex } from './wire/openapi.ts';
import type { FlowUids } from './wire/response.ts';

export interface ServedOptions {
  readonly nodes: number;
  readonly seed: number;
  readonly speed: Speed;
  /** Virtual microseconds at which the cluster is ready for its first client. */
  readonly startTime: number;
  readonly latencies?: Latencies;
  readonly proxy?: ProxyMode | undefined;
  readonly loadBalancer?: boolean | undefined;
  readonly audit?: AuditLog | undefined;
  /** Signs certificates, and Pods trust it; undefined: nobody does. */
  readonly root?: Issued;
}

/** Hears a watch or an open connection until it ends. */
export interface Listener<Frame = WatchFrame> {
  frame(frame: Frame): void;
  end(): void;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A simulated cluster and what drives it, for clients outside the simulation. */
export class ServedCluster {
  readonly engine: Engine;
  readonly driver: Driver;
  /** Bearer tokens by the name of their owner. */
  readonly tokens: ReadonlyMap<string, string>;
  /** Where clients reach it, once it listens. */
  address = '';
  private readonly cluster: Cluster;
  private readonly audit: AuditLog | undefined;
  /** Whose step what a client sends over an open connection follows from. */
  private readonly callers = new WeakMap<Channels, Context>();
  private readonly tokenUsers = new Map<string, UserInfo>();

  /** When the cluster was ready for its first client. */
  readonly readyAt: number;

  /** Says what has gone wrong in here. */
  readonly report: (error: unknown) => void;

  constructor(options: ServedOptions, host: Host) {
    this.report = (error) => host.broken(error);
    this.readyAt = options.startTime;
    const { audit } = options;
    this.audit = audit;
    const tokens = new Map<string, string>();
    for (const { commonName, organizations = [] } of SUBJECTS) {
      const token = randomBytes(24).toString('base64url');
      tokens.set(commonName, token);
      this.tokenUsers.set(token, userInfo(commonName, organizations));
    }
    this.tokens = tokens;
    this.engine = new Engine({
      seed: options.seed,
      kinds: clusterKinds,
      startTime: options.startTime - CLUSTER_SETTLE_MICROS,
      recording: 'off',
      maxSteps: MOST_STEPS,
      freeze: false,
    });
    let cluster: Cluster | undefined;
    this.engine.perform(() => {
      outlivePanics(this.engine);
      cluster = assembleCluster(this.engine, {
        latencies: options.latencies ?? realisticLatencies,
        nodes: Array.from({ length: options.nodes }, (_, at) => plainNode(at, undefined)),
        nodeObjects: [],
        objects: [],
        firstRevision: 400,
        rateLimited: true,
        users: PEOPLE,
        onAudit: audit === undefined ? undefined : (entry) => audit.note(entry),
        proxy: options.proxy,
        ...authorityOf(options.root),
        dns: options.proxy !== undefined,
        cloud: options.loadBalancer === true,
        leases: true,
        csiNodes: true,
        outside: { post: (request) => this.driver.outside(() => postOutside(request)) },
        staticTokens: this.tokenUsers,
        signIn: { tokenSigner: createTokenSigner() },
      });
    });
    this.cluster = cluster as unknown as Cluster;
    this.runUntil(options.startTime);
    this.driver = new Driver(this.engine, options.speed, host);
  }

  close(): void {
    this.driver.stop();
    this.audit?.close(this.engine.now);
  }

  /** Something that stayed open after its answer had begun has ended. */
  ended(response: ApiResponse): void {
    const id = response.headers['audit-id'];
    if (id !== undefined) this.audit?.ended(id, this.engine.now);
  }

  /** What a page that looks on sees; recording begins with the first that comes. */
  live(): LiveRun {
    const { engine, driver } = this;
    if (engine.recording !== 'full') driver.perform(() => engine.recordFromHere());
    const refused = () => {
      throw new Error('the past of a served cluster cannot be changed');
    };
    return {
      engine,
      inputs: [],
      advance: ({ time }) => {
        if (time !== undefined) driver.skip(time - engine.now);
        return 'time';
      },
      give: (input) => driver.perform(() => giveInput(engine, this.cluster, input)),
      fork: refused,
      before: refused,
      replay: () => undefined,
    };
  }

  /** Lets virtual time pass at once. */
  runUntil(time: number): void {
    for (let due = this.engine.nextTime; due !== undefined && due <= time; due = this.engine.nextTime) {
      this.engine.advance();
    }
    this.engine.idleUntil(time);
  }

  /** Lets virtual time pass as fast as possible until it is as late as given. */
  async catchUpWith(time: number): Promise<void> {
    this.driver.skip(time - this.engine.now);
    await this.driver.reached(time);
  }

  request(request: ApiRequest): Promise<ApiResponse> {
    return this.driver.ask(() => this.answer(request));
  }

  private *answer(request: ApiRequest): Process<ApiResponse> {
    const actor = actorOf(request.headers['user-agent']);
    const { method, path } = request;
    const ctx = this.engine.beginStory(actor, kubectl.request, path, { verb: method, path });
    const response = yield* this.cluster.apiServer.transport.request(ctx, request);
    if (response.channels !== undefined) this.callers.set(response.channels, ctx);
    return response;
  }

  /** Passes what comes over an open connection on. */
  hear(channels: Channels, listener: Listener<ChannelFrame>): void {
    this.driver.perform(() => void this.engine.spawn(pass(channels, listener, this.report)));
  }

  send(channels: Channels, channel: number, data: string): void {
    const ctx = this.callers.get(channels);
    if (ctx !== undefined) this.driver.perform(() => channels.send(ctx, channel, data));
  }

  hangUp(channels: Channels): void {
    this.driver.perform(() => channels.stop());
  }

  /** Passes the frames of a watch on; the result ends it. */
  follow(stream: WatchStream, listener: Listener): () => void {
    this.driver.perform(() => void this.engine.spawn(pass(stream, listener, this.report)));
    return () => this.driver.perform(() => stream.stop());
  }

  /** Runs the simulated kubectl on this cluster; what takes longer than the milliseconds given is interrupted. */
  async kubectl(
    argv: readonly string[],
    files: Readonly<Record<string, string>> = {},
    stdin?: string,
    longestMillis?: number,
  ): Promise<CommandResult> {
    const rows = this.engine.table<CommandRow>(COMMANDS_TABLE);
    let id = '';
    const interrupt = new Interrupt();
    const alarm =
      longestMillis === undefined
        ? undefined
        : setTimeout(() => this.driver.perform(() => interrupt.give()), longestMillis);
    const code = await this.driver.ask(() => {
      id = String(rows.size + 1);
      const ctx = this.engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: argv.join(' ') });
      const input = stdin === undefined ? {} : { stdin };
      return this.cluster.kubectl(ctx, { argv: ['kubectl', ...argv], files, interrupt, ...input });
    });
    clearTimeout(alarm);
    const row = rows.get(id);
    return { code, stdout: row?.stdout ?? '', stderr: row?.stderr ?? '' };
  }

  /** What flow control's headers say of a request that was let in. */
  flow(request: ApiRequest): FlowUids | undefined {
    const info = requestInfo(request);
    const flow = CONNECTED.has(info.subresource) ? undefined : this.cluster.apiServer.flowOf(request, info);
    if (flow === undefined) return undefined;
    return {
      schema: this.uid('flowschemas.flowcontrol.apiserver.k8s.io', flow.schema),
      level: this.uid('prioritylevelconfigurations.flowcontrol.apiserver.k8s.io', flow.level),
    };
  }

  openApiIndex(): OpenApiIndex {
    return this.cluster.apiServer.openApiIndex() as OpenApiIndex;
  }

  private uid(resource: string, name: string): string {
    return this.cluster.apiServer.peek(resource, '', name)?.metadata.uid ?? '';
  }
}

function authorityOf(root: Issued | undefined): Pick<ClusterOptions, 'authority'> {
  if (root === undefined) return {};
  return { authority: { certificate: root.certificate, signer: createCertificateSigner(root, () => new Date()) } };
}

/** So much of the past is kept for a page that looks on. */
const MOST_STEPS = 300_000;

/** Flow control does not count what stays open for long, except watches. */
const CONNECTED: ReadonlySet<string> = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);

/** Impersonation is judged before flow control. */
function* pass<Frame>(
  stream: { next(): Process<Frame | undefined>; stop(): void },
  listener: Listener<Frame>,
  report: (error: unknown) => void,
): Process<void> {
  for (;;) {
    const frame = yield* stream.next();
    if (frame === undefined) return listener.end();
    try {
      listener.frame(frame);
    } catch (error) {
      stream.stop();
      listener.end();
      return report(error);
    }
  }
}

function userInfo(name: string, groups: readonly string[]): UserInfo {
  return { name, uid: '', groups: [...groups, AUTHENTICATED], extra: {} };
}

/** `kubectl/v1.36.3 (linux/amd64) …` acts as kubectl. */
function actorOf(userAgent: string | undefined): string {
  const name = userAgent?.split(/[/ ]/, 1)[0] ?? '';
  return name === '' ? 'client' : name;
}

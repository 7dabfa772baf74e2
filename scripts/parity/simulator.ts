import type { KObject } from '../../src/api/types/meta.ts';
import type { AuditEntry as SimulatedAudit } from '../../src/cluster/apiserver/audit/audit-entry.ts';
import { assembleCluster } from '../../src/cluster/assemble.ts';
import type { Cluster, KubeletState } from '../../src/cluster/cluster-config.ts';
import { hexOf, presentImages } from '../../src/cluster/cri/image-store.ts';
import type { KeyRow } from '../../src/cluster/etcd/rows.ts';
import { kubeletCredentials, PEOPLE } from '../../src/cluster/identities.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../src/cluster/kubectl/rows.ts';
import { nodeSpecOf } from '../../src/cluster/kubelet/registered-node.ts';
import type { Credentials } from '../../src/cluster/ports/credentials.ts';
import type { RuntimeImage } from '../../src/cluster/ports/cri.ts';
import { realisticLatencies } from '../../src/cluster/ports/latency.ts';
import type { ApiRequest, ApiResponse, ClientCertificate } from '../../src/cluster/ports/transport.ts';
import { clusterKinds } from '../../src/cluster/program.ts';
import { type Engine, type Process, type Program, Run, type Task } from '../../src/engine/index.ts';
import { subjectOfKey } from '../../src/inspect/keys.ts';
import { frameText } from '../../src/server/wire/json-text.ts';
import { toApiRequest } from '../../src/server/wire/request.ts';
import { watchHeaders, wireResponse } from '../../src/server/wire/response.ts';
import { kubectl } from '../../src/steps/kubectl.ts';
import { type Json, type JsonObject, listAt, textAt } from './json.ts';
import { RECORDER } from './recorder.ts';
import type { AuditEntry, EtcdEntry, ReadEntry, WatchEntry } from './recording.ts';
import type {
  BackgroundCommand,
  Chance,
  ClusterStart,
  CommandRequest,
  CommandResult,
  HttpAnswer,
  HttpCall,
  HttpRequest,
  RecordedParts,
  SimulatedCluster,
  SimulatorPort,
} from './simulator-port.ts';
import { Bindings, Forgetting, familyOf, NO_CHANCE, nearest, nextLook, nextStart, nextTry, sameEnd } from './timing.ts';

const SECOND = 1_000_000;
const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
/** Kept out of recordings, as the recorder did. */
const LEFT_OUT = /^\/registry\/(?:leases|masterleases|peerserverleases)\//;
const ADMIN = 'kubernetes-admin';
/** How long a request travels. */
const ON_ITS_WAY = 450;
/** Longer than a kubelet takes for its first look at a Pod. */
const LATE = 15_000;

/** From then to the deletion that says so: how it ended is told before. */
const TOLD_FIRST = 6_000;

/** From the look at how a Pod is known to the request that says how it is. */
const ASKED_FIRST = 2_000;

export const OF_THE_RUNTIME = [
  'volumeSetup',
  'runPodSandbox',
  'cniAdd',
  'createContainer',
  'startContainer',
  'stopContainer',
  'removeSandbox',
] as const;

/** A Pod whose moments are known starts and ends fast enough to be there by then. */
const QUICK = Object.fromEntries(
  OF_THE_RUNTIME.map((name) => {
    const { min, max } = realisticLatencies[name];
    return [name, { min: min / 2, max: max / 2 }];
  }),
);

interface Typed {
  readonly command: CommandRequest;
  readonly task: (task: Task) => void;
}

/** Anything else that happens to the cluster. */
interface Done {
  readonly act: (engine: Engine, cluster: Cluster) => Process<unknown>;
  readonly task: (task: Task) => void;
}

type Input = Typed | Done;

/** Binds the simulated cluster to the parity tool. */
class BoundCluster implements SimulatedCluster {
  private readonly run: Run<Input>;
  private cluster: Cluster | undefined;
  private readonly audits: SimulatedAudit[] = [];
  private scenarioStart: number;
  private firstAudit = 0;
  private firstStep = 0;
  /** What lies in the folder where commands are typed: a command may name a file that an earlier one brought. */
  private folder: CommandRequest['files'] = {};

  private rounds: Chance['rounds'];
  private readonly latencies = { ...realisticLatencies };
  private chance: Chance = NO_CHANCE;
  private bindings = new Bindings();
  private scheduled = new Bindings();
  /** Of scheduled Pods, by uid. */
  private readonly keys = new Map<string, string>();
  private forgetting = new Forgetting(new Map());

  constructor(private readonly start: ClusterStart) {
    this.scenarioStart = microsOf(start.startTime);
    const up = this.scenarioStart - 300 * SECOND;
    this.run = new Run<Input>(() => this.program(start), {
      seed: start.seed,
      kinds: clusterKinds,
      startTime: Math.floor(up / SECOND) * SECOND,
      recording: 'full',
      maxSteps: 10_000_000,
      freeze: true,
    });
    if (start.kubectlCache === 'warm') this.warmUp();
  }

  beginScenario(startTime: string, chance: Chance): void {
    const { events, rounds, silent = [] } = chance;
    const isKnown = chance.ready.size + chance.starts.size + chance.gone.size > 0;
    this.rounds = rounds;
    Object.assign(this.latencies, realisticLatencies, this.start.latencies, isKnown && QUICK);
    this.forgetting = new Forgetting(events);
    this.scenarioStart = microsOf(startTime);
    for (const { node, at } of silent) {
      this.advanceTo(at);
      this.setKubelet(node, 'silent');
    }
    this.advanceTo(0);
    this.chance = chance;
    this.bindings = new Bindings();
    this.scheduled = new Bindings();
    this.firstAudit = this.audits.length;
    this.firstStep = this.run.engine.stepCount;
  }

  advanceTo(seconds: number): void {
    const time = this.scenarioStart + Math.round(seconds * SECOND);
    if (time > this.run.engine.now) this.run.advance({ time });
  }

  runCommand(command: CommandRequest): CommandResult {
    try {
      const { task, id } = this.type(command);
      this.run.advance({ when: () => task.done });
      return this.resultOf(id);
    } catch (error) {
      return broken(error);
    }
  }

  startCommand(command: CommandRequest): BackgroundCommand {
    const { task, id } = this.type(command);
    return {
      stop: () => {
        const running = !task.done;
        this.cluster?.interrupt(Number(id));
        this.run.advance({ when: () => task.done });
        const result = this.resultOf(id);
        return running ? { ...result, rc: 1 } : result;
      },
    };
  }

  settle(): void {
    this.run.advance({ quiescent: true });
  }

  sendRequest(request: HttpRequest): HttpCall {
    const wire = wireRequest(request, this.start);
    const frames: Json[] = [];
    let response: ApiResponse | undefined;
    let ended = false;
    const task = this.perform(function* (engine, cluster) {
      const client = (request.headers['User-Agent'] ?? 'client').split(/[/ ]/, 1)[0] as string;
      const ctx = engine.beginStory(client, kubectl.request, wire.path, { verb: wire.method, path: wire.path });
      response = yield* cluster.apiServer.transport.request(ctx, wire);
      for (;;) {
        const frame = yield* response.stream?.next() ?? nothing();
        if (typeof frame !== 'object') break;
        frames.push(JSON.parse(frameText(frame)) as Json);
      }
      ended = true;
    });
    this.run.advance({ when: () => response !== undefined || task.done });
    return {
      stop: () => {
        const stream = response?.stream;
        const endedByServer = ended;
        if (!ended)
          this.perform(function* () {
            stream?.stop();
          });
        if (response === undefined) throw new Error('no answer');
        return stream === undefined ? answerOf(wire, response) : { ...watchOf(wire, response), frames, endedByServer };
      },
    };
  }

  compact(): void {
    const task = this.perform(function* (engine, cluster) {
      yield* cluster.etcd.compact(engine.background('etcdctl'), cluster.etcd.revision);
    });
    this.run.advance({ when: () => task.done });
  }

  setServer(running: boolean): void {
    this.perform(function* (engine, cluster) {
      cluster.apiServer.setRunning(engine.background('kube-apiserver'), running);
    });
  }

  setKubelet(node: string, state: KubeletState): void {
    this.perform(function* (engine, cluster) {
      cluster.setKubelet(engine.background('kubelet'), node, state);
    });
  }

  private perform(act: Done['act']): Task {
    let started: Task | undefined;
    this.run.give({
      act,
      task: (task) => {
        started = task;
      },
    });
    this.run.advance({ occurrences: 1 });
    return started as Task;
  }

  recording(): RecordedParts {
    const { etcd, watch } = this.changes();
    return { audit: this.writes(), reads: this.reads(), etcd, watch, final: this.finalObjects(watch) };
  }

  objects(): readonly JsonObject[] {
    const rows = this.run.engine.table<KeyRow>('etcd/keys').entries();
    return [...rows]
      .filter(([key]) => !LEFT_OUT.test(key) && !key.startsWith('/registry/events/'))
      .map(([, { value, modRevision }]) => {
        const object = value as unknown as JsonObject;
        const metadata = { ...(object.metadata as JsonObject), resourceVersion: String(modRevision) };
        return { ...object, metadata };
      });
  }

  now(): number {
    return this.seconds(this.run.engine.now);
  }

  private reads(): readonly ReadEntry[] {
    return this.audits
      .slice(this.firstAudit)
      .filter((entry) => entry.user !== RECORDER && READS.has(entry.verb))
      .map(({ t0, user, ua, verb, uri, code }) => ({ t0: this.seconds(t0), user, ua, verb, uri, code }));
  }

  private program(start: ClusterStart): Program<Input> {
    return {
      boot: (engine) => {
        const nodes = start.nodes.map((node, at) =>
          nodeSpecOf(node.object as KObject | undefined, node.name, at, node.kind, imagesOf(node.object, start.images)),
        );
        this.cluster = assembleCluster(engine, {
          latencies: this.latencies,
          nodes,
          nodeObjects: start.nodes.flatMap(({ object }) => (object === undefined ? [] : [withoutRevision(object)])),
          objects: start.objects.map((object) => ({ object: object as unknown as KObject })),
          firstRevision: 4000,
          rateLimited: true,
          users: { ...credentialsOf(start), ...PEOPLE, admin: PEOPLE[ADMIN] ?? {} },
          onAudit: (entry) => this.audits.push(entry),
          chance: {
            roundAt: (round) => this.micros(this.rounds?.[round]),
            nodeGraphLag: (pod) => this.graphLag(pod),
            nodeFor: (pod) => this.nodeFor(pod),
            readyAt: (pod) => this.readyAt(pod),
            goneAt: (pod) => this.goneAt(pod),
            startAt: (pod, container) => this.startAt(pod, container),
            relistNear: (node) => this.relistNear(node),
            nextLook: (node) => this.micros(nextLook(this.chance.looks.get(node) ?? [], this.now())),
            nextTry: (...of) => this.nextTry(...of),
            contentOrder: (namespace) => this.chance.emptied.get(namespace),
            forgottenMessage: (...of) => this.forgetting.choose(...of),
          },
        });
      },
      give: (engine, input) => {
        if ('act' in input) {
          input.task(engine.spawn(input.act(engine, this.cluster as Cluster)));
          return;
        }
        const { command, task } = input;
        const ctx = engine.beginStory('kubectl', kubectl.command, 'kubectl', { line: command.argv.join(' ') });
        const { stdin, user, writesAt, env } = command;
        const editor = env.KUBE_EDITOR ?? env.EDITOR;
        this.folder = { ...this.folder, ...command.files };
        const sendAt = writesAt.map((seconds) => this.scenarioStart + Math.round(seconds * SECOND) - ON_ITS_WAY);
        const invocation = {
          argv: argvOf(command),
          files: this.folder,
          user,
          sendAt,
          ...(stdin === undefined ? {} : { stdin }),
          ...(editor === undefined ? {} : { editor }),
        };
        task(engine.spawn(this.cluster?.kubectl(ctx, invocation) ?? nothing()));
      },
    };
  }

  private nodeFor(pod: Pick<KObject, 'metadata'>): string | undefined {
    const key = keyOfBinding(this.scheduled, pod);
    this.keys.set(pod.metadata.uid ?? '', key);
    return this.chance.nodes.get(key);
  }

  /** Before the moment it takes to ask how the Pod is known. */
  private readyAt({ metadata }: Pick<KObject, 'metadata'>): number | undefined {
    const time = this.micros(this.chance.ready.get(this.keys.get(metadata.uid ?? '') ?? ''));
    return time === undefined ? undefined : time - ASKED_FIRST;
  }

  private goneAt({ metadata }: Pick<KObject, 'metadata'>): number | undefined {
    const time = this.micros(sameEnd(this.chance.gone.get(this.keys.get(metadata.uid ?? '') ?? ''), this.now()));
    return time === undefined ? undefined : time - TOLD_FIRST;
  }

  private startAt({ metadata }: Pick<KObject, 'metadata'>, container: string): number | undefined {
    const key = this.keys.get(metadata.uid ?? '') ?? '';
    return this.micros(nextStart(this.chance.starts.get(`${key} ${container}`) ?? [], this.now()));
  }

  private relistNear(node: string): number | undefined {
    return this.micros(nearest(this.chance.relists.get(node) ?? [], this.now()));
  }

  private nextTry({ metadata }: Pick<KObject, 'metadata'>, from: number, until: number): number | undefined {
    const tries = this.chance.tries.get(this.keys.get(metadata.uid ?? '') ?? '') ?? [];
    const [now, earliest, latest] = [this.run.engine.now, from, until].map((time) => this.seconds(time));
    const next = nextTry(tries, now as number, earliest as number, latest as number);
    return this.micros(next);
  }

  private graphLag(pod: KObject): number | undefined {
    const { refused } = this.chance;
    if (refused.size === 0) return undefined;
    return refused.has(keyOfBinding(this.bindings, pod)) ? LATE : 0;
  }

  private warmUp(): void {
    const { task } = this.type({ argv: ['kubectl', 'get', 'pods'], files: {}, env: {}, user: 'admin', writesAt: [] });
    this.run.advance({ when: () => task.done });
  }

  private type(command: CommandRequest): { readonly task: Task; readonly id: string } {
    let started: Task | undefined;
    this.run.give({
      command,
      task: (task) => {
        started = task;
      },
    });
    this.run.advance({ occurrences: 1 });
    const table = this.run.engine.table<CommandRow>(COMMANDS_TABLE);
    return { task: started as Task, id: String(table.size) };
  }

  private resultOf(id: string): CommandResult {
    const row = this.run.engine.table<CommandRow>(COMMANDS_TABLE).get(id);
    const { stdout = '', stderr = '', exitCode } = row ?? {};
    const rc = exitCode ?? 0;
    return /is not modelled|unknown command/.test(stderr)
      ? { stdout, stderr, rc, unsupported: stderr.trim() }
      : { stdout, stderr, rc };
  }

  private seconds(time: number): number {
    return (time - this.scenarioStart) / SECOND;
  }

  private micros(seconds: number | undefined): number | undefined {
    return seconds === undefined ? undefined : this.scenarioStart + Math.round(seconds * SECOND);
  }

  private writes(): readonly AuditEntry[] {
    return this.audits
      .slice(this.firstAudit)
      .filter(
        (entry) =>
          entry.user !== RECORDER &&
          !READS.has(entry.verb) &&
          entry.resource !== '' &&
          !entry.resource.startsWith('leases.'),
      )
      .map((entry) => ({
        t0: this.seconds(entry.t0),
        t1: this.seconds(entry.t1),
        user: entry.user,
        groups: entry.groups,
        userExtra: entry.extra,
        ua: entry.ua,
        verb: entry.verb,
        resource: entry.resource,
        subresource: entry.subresource,
        namespace: entry.namespace,
        name: entry.name,
        code: entry.code,
        uri: entry.uri,
        annotations: entry.annotations,
        ...(entry.failure === undefined ? {} : { failure: entry.failure as never }),
        ...(entry.requestObject === undefined ? {} : { request: entry.requestObject as never }),
        ...(entry.responseObject === undefined ? {} : { response: withoutToken(entry.responseObject) as never }),
      }));
  }

  /** Every revision since the scenario began, from the journal of the store's table. */
  private changes(): { readonly etcd: readonly EtcdEntry[]; readonly watch: readonly WatchEntry[] } {
    const { journal } = this.run.engine;
    const table = this.run.engine.tableNames.indexOf('etcd/keys');
    const etcd: EtcdEntry[] = [];
    const watch: WatchEntry[] = [];
    for (let seq = this.firstStep; seq < journal.end; seq += 1) {
      journal.eachDelta(seq, (id, key, before, after) => {
        if (id !== table || LEFT_OUT.test(key)) return;
        const revision = Number(journal.step(seq).args.revision ?? 0);
        this.note(
          etcd,
          watch,
          revision,
          this.seconds(journal.timeOf(seq)),
          key,
          before as KeyRow | undefined,
          after as KeyRow | undefined,
        );
      });
    }
    return { etcd, watch };
  }

  private note(
    etcd: EtcdEntry[],
    watch: WatchEntry[],
    revision: number,
    t: number,
    key: string,
    before: KeyRow | undefined,
    after: KeyRow | undefined,
  ): void {
    const row = after ?? before;
    if (row === undefined) return;
    etcd.push({
      op: after === undefined ? 'DELETE' : before === undefined ? 'CREATE' : 'UPDATE',
      revision,
      version: after?.version ?? 0,
      createRevision: after?.createRevision ?? 0,
      lease: after?.lease === undefined ? '0' : after.lease,
      key,
    });
    const subject = subjectOfKey(key);
    if (subject === undefined) return;
    const [resource = '', ...names] = subject.split('/');
    const object = row.value as JsonObject;
    watch.push({
      t,
      type: after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED',
      resource,
      ...(names.length > 1 ? { ns: names[0] as string } : {}),
      name: names.at(-1) ?? '',
      rv: String(revision),
      object: { ...object, metadata: { ...(object.metadata as JsonObject), resourceVersion: String(revision) } },
    });
  }

  private finalObjects(watch: readonly WatchEntry[]): readonly JsonObject[] {
    const last = new Map<string, WatchEntry>();
    for (const entry of watch) last.set(textAt(entry.object, 'metadata', 'uid'), entry);
    return [...last.values()]
      .filter(({ type, resource }) => type !== 'DELETED' && !resource.startsWith('events'))
      .map(({ object }) => object);
  }
}

function keyOfBinding(bindings: Bindings, pod: Pick<KObject, 'metadata'>): string {
  return bindings.key(pod.metadata.namespace ?? '', familyOf(pod as unknown as JsonObject));
}

/** Kubectl's own lines begin at 2, those about requests at 6. */
const TELLING = '-v=5';

function argvOf({ argv, isTelling }: CommandRequest): readonly string[] {
  const [program = '', ...rest] = argv;
  return isTelling === true && program === 'kubectl' ? [program, TELLING, ...rest] : argv;
}

/** Those whom the recorder's cluster always had are known already. */
function credentialsOf({ users }: ClusterStart): { readonly [kubeconfig: string]: Credentials } {
  return Object.fromEntries(
    users.map(({ kubeconfig, name, groups }): [string, Credentials] => {
      const fingerprint = `X509SHA256=${'0'.repeat(64)}`;
      return [kubeconfig, { clientCertificate: { commonName: name, organizations: groups, fingerprint } }];
    }),
  );
}

/** What the Node says is present, else what the scenario needs. */
function imagesOf(node: JsonObject | undefined, needed: readonly string[]): readonly RuntimeImage[] {
  const listed = listAt(node, 'status', 'images').map((image) => ({
    tags: listAt(image, 'names').map(String),
    sizeBytes: Number((image as JsonObject).sizeBytes ?? 0),
  }));
  if (listed.length === 0) return presentImages(needed);
  return listed.map((image) => ({ ...image, id: `sha256:${hexOf(image.tags[0] ?? '')}` }));
}

const IDENTITIES: { readonly [user: string]: ClientCertificate | undefined } = {
  ...Object.fromEntries(Object.entries(PEOPLE).map(([name, { clientCertificate }]) => [name, clientCertificate])),
  admin: PEOPLE[ADMIN]?.clientCertificate,
  [RECORDER]: { commonName: RECORDER, organizations: ['system:masters'], fingerprint: `X509SHA256=${RECORDER}` },
};

/** A person of the recorder's, of a kubeconfig, or a node. */
function certificateOf(user: string, start: ClusterStart): ClientCertificate | undefined {
  if (user.startsWith('system:node:')) return kubeletCredentials(user.slice('system:node:'.length)).clientCertificate;
  return IDENTITIES[user] ?? credentialsOf(start)[user]?.clientCertificate;
}

/** The request as the served cluster would take it from the wire. */
function wireRequest({ method, path, user, headers, body }: HttpRequest, start: ClusterStart): ApiRequest {
  const text = body === undefined || body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const read = toApiRequest({
    method,
    target: path,
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.from(text, 'utf8'),
    clientCertificate: user === null ? undefined : certificateOf(user, start),
  });
  if ('unreadable' in read) throw new Error(read.unreadable);
  return read;
}

function watchOf(request: ApiRequest, response: ApiResponse): HttpAnswer {
  const headers = watchHeaders(request, response, undefined);
  const contentType = String(headers['content-type'] ?? '');
  return { status: response.code, contentType, warnings: response.warnings, body: '' };
}

function answerOf(request: ApiRequest, response: ApiResponse): HttpAnswer {
  const { code, headers, body } = wireResponse(request, response, undefined);
  const header = (name: string) => [headers[name] ?? []].flat();
  const contentType = header('content-type')[0] ?? '';
  const text = body.toString('utf8');
  const value = contentType === 'application/json' && text !== '' ? (JSON.parse(text) as Json) : text;
  return { status: code, contentType, warnings: header('warning'), body: value };
}

/** An invariant of the simulation broke: the command counts as not run, and the rest is compared all the same. */
function broken(error: unknown): CommandResult {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return { stdout: '', stderr: '', rc: 1, unsupported: `the simulation broke: ${reason}` };
}

/** RFC 3339 with up to microseconds. */
function microsOf(text: string): number {
  const fraction = /\.(\d{1,6})/.exec(text)?.[1] ?? '';
  return Math.floor(Date.parse(text) / 1000) * SECOND + Number(fraction.padEnd(6, '0'));
}

/** The recorder left out the text of tokens. */
function withoutToken(response: unknown): unknown {
  const { kind, status } = response as { readonly kind?: string; readonly status?: { readonly token?: string } };
  return kind === 'TokenRequest' ? { ...(response as object), status: { ...status, token: '<jwt>' } } : response;
}

function withoutRevision(object: JsonObject): KObject {
  const { resourceVersion: _, ...metadata } = object.metadata as JsonObject;
  return { ...object, metadata } as unknown as KObject;
}

function* nothing(): Generator<never, number> {
  return 1;
}

export async function simulator(): Promise<SimulatorPort | undefined> {
  return { startCluster: (start) => new BoundCluster(start) };
}

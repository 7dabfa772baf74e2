import type { Micros } from '../base/time/units.ts';
import type { AccessView } from './access-view.ts';
import type { ApiView } from './api-view.ts';
import type { BeatView } from './beat-view.ts';
import type { BreakpointsView } from './breakpoint.ts';
import type { DiagnosisView, UnmetView } from './diagnosis-view.ts';
import type { NetworkView } from './network-view.ts';
import type { ObjectsView } from './objects-view.ts';
import type { PartView } from './part-view.ts';
import type { FieldChange, RequestView } from './request-view.ts';
import type { StageView } from './stage-view.ts';
import type { StepView } from './step-view.ts';

export type * from './stage-view.ts';
export type * from './step-view.ts';

/** What panels show, computed by the worker from the tables at the cursor. Plain data; no cluster logic on the page. */
export interface Views {
  readonly step: StepDetailView | undefined;
  readonly stage: StageView;
  readonly timeline: TimelineView;
  readonly object: ObjectView | undefined;
  readonly etcd: EtcdView;
  readonly informers: InformersView;
  readonly queues: QueuesView;
  readonly scheduler: SchedulerView;
  readonly node: NodeView;
  readonly network: NetworkView;
  readonly terminal: TerminalView;
  readonly access: AccessView;
  readonly api: ApiView;
  /** At rest alone: what moves may still meet its wishes. */
  readonly diagnosis: DiagnosisView | undefined;
  /** Of one part of the map, while one asks about it. */
  readonly part: PartView;
  /** Who owns, selects and claims whom, while the map shows objects. */
  readonly objects: ObjectsView;
  /** How often those that are set stop the run. */
  readonly breakpoints: BreakpointsView;
}
export type ViewName = keyof Views;

export interface StepDetailView {
  readonly step: StepView;
  /** The request in whose course this step is, if any. */
  readonly request: RequestView | undefined;
  readonly reads: readonly {
    readonly table: string;
    readonly key: string;
    readonly version: string;
    readonly writer: number | undefined;
  }[];
  readonly writes: readonly {
    readonly table: string;
    readonly key: string;
    readonly op: 'add' | 'remove' | 'change';
  }[];
  /** What changed in the object, field by field (managedFields folded away). */
  readonly diff: readonly FieldChange[];
  readonly causes: readonly StepView[];
  /** The first of its kind in the run: what holds for all of them is said here. */
  readonly first: boolean;
  readonly effects: readonly StepView[];
  readonly manifest: ManifestPart | undefined;
  /** The beat that the step is in, or that comes next. */
  readonly beat?: BeatView | undefined;
  /** What has happened since the beat before and is not told, where beats are what one steps through. */
  readonly beside?: readonly StepView[];
}

/** A part of a manifest, and what was made from it when the step is about something else. */
export interface ManifestPart {
  readonly subject: string;
  readonly path: string;
  /** The kind of the object that has this part from there. */
  readonly made: string | undefined;
}

// Timeline

export interface TimelineView {
  readonly startTime: number;
  readonly endTime: number;
  readonly lanes: readonly { readonly actor: string; readonly spans: readonly SpanView[] }[];
  readonly marks: readonly MarkView[];
  /** Times at which something was told. */
  readonly beats?: readonly number[];
  /** Times at which etcd stamped a revision. */
  readonly revisions: readonly number[];
}
export interface SpanView {
  readonly from: number;
  readonly to: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly kind: 'request' | 'work';
  readonly refused: boolean;
  readonly label: string;
}
export interface MarkView {
  readonly time: number;
  readonly seq: number;
  readonly type: 'input' | 'scene' | 'failure' | 'fault' | 'quiet';
  readonly key: string;
  readonly text: string;
  /** When a fault ends by itself. */
  readonly until?: number;
}

// Inspector panels

/** What a write made of a Pod. */
export interface PodLifeRow {
  readonly seq: number;
  readonly now: boolean;
  readonly writer: string;
  /** Empty: it is gone. */
  readonly phase: string;
  readonly node: string;
  readonly conditions: readonly { readonly type: string; readonly isTrue: boolean }[];
  readonly ending: boolean;
}

export interface ObjectView {
  readonly subject: string;
  readonly exists: boolean;
  /** YAML at the cursor, managedFields folded; each line with who wrote it last (from managedFields). */
  readonly lines: readonly {
    readonly text: string;
    readonly path: string;
    readonly writer: string | undefined;
    readonly changed: boolean;
  }[];
  readonly history: readonly {
    readonly revision: number;
    readonly seq: number;
    readonly actor: string;
    readonly op: string;
  }[];
  /** Subjects that exist at the cursor, to choose from. */
  readonly objects: readonly string[];
  /** Wishes of the object that are not met, and those of others that it holds up. */
  readonly unmet?: readonly UnmetView[];
  /** Of a Pod alone. */
  readonly life?: readonly PodLifeRow[];
}

export interface EtcdView {
  readonly revision: number;
  readonly keys: readonly {
    readonly key: string;
    readonly createRevision: number;
    readonly modRevision: number;
    readonly version: number;
    readonly lease: boolean;
    readonly now: boolean;
  }[];
  readonly log: readonly {
    readonly revision: number;
    readonly key: string;
    readonly op: 'put' | 'delete';
    readonly now: boolean;
  }[];
  readonly selected: EtcdKeyView | undefined;
  readonly leases: readonly {
    /** As etcdctl writes it. */
    readonly id: string;
    /** Seconds: granted, and left at the cursor. */
    readonly ttl: number;
    readonly left: number;
    readonly keys: number;
    readonly now: boolean;
  }[];
  readonly members: readonly {
    readonly name: string;
    readonly state: 'running' | 'stopped' | 'slow';
    readonly role: 'leader' | 'follower' | 'candidate';
    readonly term: number;
    readonly lastIndex: number;
    readonly commitIndex: number;
    /** How long each fsync takes, where somebody has said so. */
    readonly fsync?: Micros;
    readonly now: boolean;
  }[];
  /** What members complain about in their logs, the newest first. */
  readonly warnings: readonly { readonly id: string; readonly line: string; readonly now: boolean }[];
  /** The newest round of Raft at the cursor: a write, or an election. */
  readonly round: { readonly steps: readonly RoundStepView[]; readonly micros: Micros } | undefined;
}

/** A step of a round: on whose lane, and how long after its beginning. */
export interface RoundStepView {
  readonly step: StepView;
  readonly member: string;
  readonly after: number;
}

export interface EtcdKeyView {
  readonly key: string;
  /** Nobody has chosen it: it is the one that the step changed, or the newest. */
  readonly follows: boolean;
  readonly exists: boolean;
  readonly value: string;
  readonly lease: string | undefined;
  /** Newest first; those after the cursor are not there yet. */
  readonly history: readonly {
    readonly revision: number;
    readonly seq: number;
    readonly actor: string;
    readonly op: 'create' | 'update' | 'delete';
    readonly now: boolean;
    readonly changes: readonly FieldChange[];
  }[];
  /** Older revisions that are not listed. */
  readonly older: number;
}

export interface InformersView {
  readonly names: readonly string[];
  readonly informer: InformerView | undefined;
}
export interface InformerView {
  readonly name: string;
  readonly component: string;
  readonly resource: string;
  readonly selector: string;
  readonly reflector: {
    readonly state: string;
    readonly revision: string;
    readonly revisionBefore: string | undefined;
  };
  readonly usedBy: readonly string[];
  readonly queue: readonly {
    readonly type: string;
    readonly key: string;
    readonly revision: string;
    readonly now: boolean;
  }[];
  readonly indexer: readonly { readonly key: string; readonly revision: string; readonly now: boolean }[];
  /** An index and a value of it that are looked up at this step. */
  readonly lookUp?: { readonly index: string; readonly value: string };
  readonly indices: readonly {
    readonly index: string;
    readonly value: string;
    readonly keys: readonly string[];
    readonly now: boolean;
  }[];
  readonly handlers: readonly {
    readonly actor: string;
    /** How many it has been told of. */
    readonly events: number;
    readonly last: string;
    readonly now: boolean;
  }[];
}

export interface QueuesView {
  readonly queues: readonly {
    readonly name: string;
    readonly queue: readonly string[];
    readonly dirty: readonly string[];
    readonly processing: readonly string[];
    readonly waiting: readonly { readonly key: string; readonly readyAt: number }[];
    readonly retries: readonly { readonly key: string; readonly count: number }[];
    readonly now: boolean;
  }[];
  readonly expectations: readonly {
    readonly controller: string;
    readonly key: string;
    readonly adds: number;
    readonly deletes: number;
  }[];
}

export interface SchedulerView {
  readonly queues: {
    readonly active: readonly string[];
    readonly backoff: readonly string[];
    readonly unschedulable: readonly string[];
    readonly inFlight: readonly string[];
  };
  /** Pods with a kept decision, newest first. */
  readonly decided: readonly string[];
  readonly decision: DecisionView | undefined;
}
export interface DecisionView {
  readonly pod: string;
  readonly nodes: readonly string[];
  readonly phase: string;
  readonly filters: readonly {
    readonly plugin: string;
    readonly results: readonly { readonly ok: boolean; readonly reason: string | undefined }[];
  }[];
  /** Filters that had nothing to say about this Pod, and why. */
  readonly skippedFilters: readonly { readonly plugin: string; readonly why: string }[];
  readonly scores: readonly {
    readonly plugin: string;
    readonly weight: number;
    readonly skipped: string | undefined;
    readonly cells: readonly { readonly raw: number; readonly normalised: number; readonly weighted: number }[];
  }[];
  readonly totals: readonly (number | undefined)[];
  readonly chosen: string | undefined;
  /** How many nodes had the most points; among several the lot decides. */
  readonly tied: number;
  readonly failure: string | undefined;
  /** The numbers behind a score: rows of name and one value a node. */
  readonly formulas: readonly {
    readonly plugin: string;
    readonly note: string;
    readonly rows: readonly { readonly name: string; readonly values: readonly string[] }[];
  }[];
}

export interface NodeView {
  readonly names: readonly string[];
  readonly node: string | undefined;
  /** Since when its kubelet has been stopped. */
  readonly stopped?: number | undefined;
  readonly workers: readonly { readonly pod: string; readonly state: string; readonly now: boolean }[];
  readonly did: readonly {
    readonly what: string;
    readonly through: string;
    readonly tookMicros: number | undefined;
    readonly seq: number;
    readonly now: boolean;
  }[];
  readonly sandboxes: readonly {
    readonly id: string;
    readonly pod: string;
    readonly ip: string;
    readonly ready: boolean;
  }[];
  readonly containers: readonly {
    readonly id: string;
    readonly name: string;
    readonly pod: string;
    readonly image: string;
    readonly state: string;
  }[];
  readonly images: readonly { readonly name: string; readonly size: string }[];
  readonly resources?: readonly {
    readonly name: string;
    readonly capacity: string;
    readonly allocatable: string;
    /** Of the Pods that are bound to it. */
    readonly requested: string;
    readonly limits: string;
  }[];
  readonly conditions: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
  /** Whose conditions these are, as `namespace/name`. */
  readonly conditionsOf?: string | undefined;
  readonly addresses: readonly { readonly ip: string; readonly owner: string }[];
  readonly files?: readonly { readonly pod: string; readonly resolvConf: string; readonly hosts: string }[];
  /** Of the ServiceAccount, as they are mounted. */
  readonly mounted?: readonly { readonly pod: string; readonly path: string; readonly text: string }[];
  /** Which plugin set up which volume, and where. */
  readonly volumes?: readonly {
    readonly pod: string;
    readonly volume: string;
    readonly plugin: string;
    readonly path: string;
    readonly mounted: boolean;
  }[];
  /** What runc is given for each container. */
  readonly bundles?: readonly {
    readonly pod: string;
    readonly container: string;
    readonly path: string;
    readonly calls: string;
    readonly text: string;
  }[];
  readonly cgroups?: readonly {
    readonly pod: string;
    /** Empty: of the whole Pod. */
    readonly container: string;
    readonly path: string;
    readonly cpuWeight: number;
    readonly cpuMax: string;
    readonly memoryMax: string;
  }[];
}

export interface TerminalView {
  readonly commands: readonly {
    readonly id: number;
    readonly line: string;
    readonly stdout: string;
    readonly stderr: string;
    readonly exitCode: number | undefined;
    readonly seq: number;
    /** It is as it was typed; else a command of kubectl may lack that word. */
    readonly isLine?: boolean;
    /** What a line has written on both its outputs, in order. */
    readonly written?: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[];
    /** What was shown before it is wiped from the screen. */
    readonly clears?: boolean;
    /** It waits for the reader: a file is open in the editor, or what runs elsewhere reads lines. */
    readonly asks?: { readonly for: 'file'; readonly name: string; readonly text: string } | { readonly for: 'lines' };
  }[];
  /** The shell has variables, a folder or names of its own: every line is for it to read. */
  readonly shell?: { readonly host: string; readonly folder: string };
}

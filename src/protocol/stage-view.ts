import type { StepArgs } from '../steps/define.ts';
import type { AccessAnswerKind } from './access-view.ts';
import type { MapPacket } from './network-view.ts';
import type { FieldChange, RequestView } from './request-view.ts';

export type StationState = 'quiet' | 'passed' | 'now' | 'refused';
/** A short verdict under a station: a phrase key of the page's dictionary with its arguments, or plain text. */
export interface Phrase {
  readonly key: string;
  readonly args?: StepArgs;
}
export interface StationView {
  readonly id: string;
  readonly state: StationState;
  readonly verdict: Phrase | undefined;
}

/** One client of the API server: a line of the map. */
export interface LineView {
  readonly actor: string;
  readonly family: 'you' | 'deployment' | 'replicaset' | 'scheduler' | 'kubelet' | 'proxy' | 'endpointslice' | 'other';
  /** D, R, S, 1, 2, … */
  readonly letter: string;
  /** Travelled in this story: from the client to the server, from the watch cache to the client. */
  readonly requested: boolean;
  readonly heard: boolean;
  /** What it is doing or holding, from its tables: `controller.wants {want} {have}` and the like. */
  readonly status: Phrase | undefined;
}

export interface VehicleView {
  readonly id: string;
  readonly actor: string;
  /** `POST pods` or `ADDED`. */
  readonly label: string;
  readonly subject: string;
  /** Where it is: a station id, or on the way out from the watch cache. */
  readonly at: string;
  readonly direction: 'request' | 'watch';
  readonly now: boolean;
}

export interface TicketView {
  readonly revision: number;
  readonly resource: string;
  readonly subject: string;
  readonly actor: string;
  readonly op: 'create' | 'update' | 'delete';
  readonly now: boolean;
}

export type PodGlyph =
  | 'pending'
  | 'unschedulable'
  | 'creating'
  | 'running-not-ready'
  | 'running'
  | 'succeeded'
  | 'backoff'
  | 'failed'
  | 'terminating'
  | 'unknown';

export interface PodTile {
  readonly subject: string;
  readonly name: string;
  readonly glyph: PodGlyph;
  /** The STATUS word as kubectl prints it. */
  readonly word: string;
  readonly ready: string;
  readonly ip: string | undefined;
  readonly now: boolean;
}

export interface NodeTile {
  readonly name: string;
  readonly ip: string;
  readonly ready: boolean;
  /** Somebody has stopped its kubelet. */
  readonly isSilent?: boolean;
  readonly pods: readonly PodTile[];
  readonly podCount: number;
  readonly podCapacity: number;
  readonly cpuRequested: string;
  readonly cpuAllocatable: string;
  readonly kubelet: Phrase | undefined;
}

/** A place on the map where the thread of a beat passes. */
export interface WayStop {
  /** A station, or `stop`: that of a line. */
  readonly at: string;
  /** Whose line it is; empty where a station works for nobody. */
  readonly actor: string;
  /** Its line brings something from the watch cache. */
  readonly hears: boolean;
  /** It comes after the cursor. */
  readonly isAhead: boolean;
}

/** What the map says of nodes that are too many to be told one by one. */
export interface CrowdTold {
  readonly nodes: number;
  readonly ready: number;
  readonly pods: number;
  readonly running: number;
  readonly over: number;
  /** On so many nodes something runs. */
  readonly busy: number;
  readonly pending: number;
}

/** A fault as it is at the cursor, and where on the map. */
export interface FaultMark {
  /** A node by its name, or the API server, or the store. */
  readonly place: string;
  readonly what: 'cut' | 'kubelet' | 'member' | 'disk' | 'clock' | 'rate' | 'delay';
  /** Of which member, part, rate or delay it is. */
  readonly name: string;
  /** Seconds ahead, an fsync in milliseconds, so many of a thousand, or milliseconds from and to. */
  readonly value?: number | readonly [from: number, to: number];
}

export interface StageView {
  readonly scene: { readonly number: number; readonly key: string; readonly seq: number } | undefined;
  readonly stations: readonly StationView[];
  /** The request whose log the trunk shows. */
  readonly request: RequestView | undefined;
  readonly lines: readonly LineView[];
  readonly vehicles: readonly VehicleView[];
  readonly tickets: readonly TicketView[];
  readonly nextRevision: number;
  readonly watchCacheRevision: number;
  readonly nodes: readonly NodeTile[];
  readonly pendingPods: readonly PodTile[];
  /** Of more nodes than have places of their own: how many there are of what. Then `nodes` is empty, and of Pods there are a few. */
  readonly crowd?: CrowdTold;
  /** Some of the Pods in trouble, where nodes are not told one by one. */
  readonly wrongPods?: readonly PodTile[];
  readonly closeUp: CloseUpView | undefined;
  /** Where the beat at the cursor passes, in order, each place once. */
  readonly way?: readonly WayStop[] | undefined;
  /** Faults that are there at the cursor; left out where there are none. */
  readonly faults?: readonly FaultMark[];
  /** When the step is about one. */
  readonly packet?: MapPacket | undefined;
}

/** A name, a value or the key of a state; what needs words around a value is a phrase. */
export type Cell = string | Phrase;

/** The inside of the loop: what the current step is about. */
export type CloseUpView =
  | {
      readonly type: 'admission';
      readonly rows: readonly {
        readonly plugin: string;
        readonly state: 'done' | 'now' | 'todo';
        readonly changes: readonly FieldChange[];
        readonly note: Phrase | undefined;
      }[];
    }
  | {
      readonly type: 'fan-out';
      readonly event: string;
      readonly subject: string;
      readonly revision: number;
      readonly rows: readonly { readonly holder: string; readonly selector: string; readonly sent: boolean }[];
    }
  | {
      readonly type: 'diff';
      readonly title: Phrase;
      readonly diff: readonly FieldChange[];
      /** Writes of this object so far; the step is its place in the filter, when it is part of it. */
      readonly writtenBy: readonly {
        readonly revision: number;
        readonly actor: string;
        readonly step: number | undefined;
      }[];
    }
  | {
      readonly type: 'facts';
      readonly title: Phrase;
      readonly rows: readonly Fact[];
    }
  | {
      /** Who was asked, what each said, and the rule that decided. */
      readonly type: 'decided-by';
      readonly rows: readonly { readonly name: string; readonly answer: AccessAnswerKind; readonly text: string }[];
      readonly facts: readonly Fact[];
      readonly rule: { readonly of: string; readonly facts: readonly Fact[] } | undefined;
    }
  | {
      /** What the step says of itself, and under it rows of what it looks at; columns are keys of words. */
      readonly type: 'table';
      readonly title: Phrase;
      readonly facts: readonly Fact[];
      readonly columns: readonly string[];
      readonly rows: readonly {
        readonly cells: readonly Cell[];
        readonly now: boolean;
        readonly quiet: boolean;
        /** Whether it fits, stands, is ready: drawn as a mark before the row. */
        readonly ok: boolean | undefined;
      }[];
      /** Said in place of rows when there are none. */
      readonly none: string;
    };

export interface Fact {
  readonly name: string;
  readonly value: string;
}

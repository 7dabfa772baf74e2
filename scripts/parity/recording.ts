import { type Json, type JsonObject, listAt, textAt } from './json.ts';

/** One command line that a person typed, and what it printed. */
export interface Command {
  /** Seconds since the start of the scenario. */
  readonly t: number;
  /** How long it ran, in seconds. */
  readonly dt: number;
  readonly argv: readonly string[];
  /** Which kubeconfig it used. */
  readonly user: string;
  readonly rc: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdin?: string;
  readonly files?: { readonly [name: string]: string };
  readonly env?: { readonly [name: string]: string };
  readonly background?: boolean;
  readonly note?: string;
}

/** One API write by one component, as the server's audit log tells it. */
export interface AuditEntry {
  readonly n?: number;
  readonly t0: number;
  readonly t1: number;
  readonly user: string;
  readonly groups: readonly string[];
  readonly ua: string;
  readonly verb: string;
  /** `plural` or `plural.group`. */
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name: string;
  readonly code: number;
  readonly uri: string;
  readonly failure?: Json;
  readonly annotations?: { readonly [key: string]: string };
  readonly request?: Json;
  readonly response?: Json;
}

/** One request that wrote nothing. Only used to tell in which state the cluster was. */
export interface ReadEntry {
  readonly t0: number;
  readonly user: string;
  readonly ua: string;
  readonly verb: string;
  readonly uri: string;
  readonly code: number | null;
}

export interface WatchEntry {
  readonly t: number;
  readonly type: string;
  readonly resource: string;
  readonly ns?: string;
  readonly name: string;
  readonly rv: string;
  readonly object: JsonObject;
}

/** One revision of one etcd key; values are left out. */
export interface EtcdEntry {
  readonly op: string;
  readonly revision: number;
  readonly version: number;
  readonly createRevision: number;
  readonly lease: string;
  readonly key: string;
}

/** A request that the recorder made without kubectl. */
export interface HttpExchange {
  readonly note?: string;
  readonly t: number;
  readonly method: string;
  readonly path: string;
  /** Null for a request without credentials. */
  readonly user: string | null;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Json;
  readonly status: number;
  readonly responseHeaders?: readonly (readonly string[])[];
  readonly response?: Json;
  readonly responseText?: string;
  /** The lines of a watch, each with its time. */
  readonly stream?: readonly Json[];
  readonly streamEndedByServer?: boolean;
}

export interface Meta {
  readonly name: string;
  readonly description?: string;
  readonly start: string;
  readonly seconds?: number;
  readonly notes?: readonly Json[];
}

export interface Recording {
  readonly name: string;
  readonly meta: Meta;
  readonly commands: readonly Command[];
  readonly audit: readonly AuditEntry[];
  readonly reads: readonly ReadEntry[];
  readonly watch: readonly WatchEntry[];
  readonly etcd: readonly EtcdEntry[];
  readonly http: readonly HttpExchange[];
  readonly final: readonly JsonObject[];
  /** Objects left by the scenarios before this one; empty when it starts on a fresh cluster. */
  readonly initial: readonly JsonObject[];
  /** The scenario on whose cluster this one runs. */
  readonly follows?: string;
}

/** The text of each file of a recording's folder, by file name. */
export type RecordingFiles = { readonly [file: string]: string };

function lines(text: string | undefined): readonly string[] {
  return (text ?? '').split('\n').filter((line) => line !== '');
}

function jsonLines<T>(text: string | undefined): readonly T[] {
  return lines(text).map((line) => JSON.parse(line) as T);
}

export function parseEtcd(text: string | undefined): readonly EtcdEntry[] {
  return lines(text)
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [op = '', revision, version, createRevision, lease = '0', ...key] = line.split(' ');
      return {
        op,
        revision: Number(revision),
        version: Number(version),
        createRevision: Number(createRevision),
        lease,
        key: key.join(' '),
      };
    });
}

/** A create that asked for `generateName` may leave `name` empty; the answer then has it. */
function withName(entry: AuditEntry): AuditEntry {
  if (entry.name) return entry;
  return { ...entry, name: textAt(entry.response, 'metadata', 'name') };
}

/** Turns the text of a recording's files into a recording. Files that are absent count as empty. */
export function parseRecording(name: string, files: RecordingFiles): Recording {
  const meta = JSON.parse(files['meta.json'] ?? '{}') as Partial<Meta>;
  const final: Json = JSON.parse(files['final.json'] ?? '{}') as Json;
  return {
    name,
    meta: { ...meta, name: meta.name ?? name, start: meta.start ?? '1970-01-01T00:00:00Z' },
    commands: jsonLines<Command>(files['commands.jsonl']),
    audit: jsonLines<AuditEntry>(files['audit.jsonl']).map(withName),
    reads: jsonLines<ReadEntry>(files['reads.jsonl']),
    watch: jsonLines<WatchEntry>(files['watch.jsonl']),
    etcd: parseEtcd(files['etcd.txt']),
    http: jsonLines<HttpExchange>(files['http.jsonl']),
    final: listAt(final, 'items') as readonly JsonObject[],
    initial: [],
  };
}

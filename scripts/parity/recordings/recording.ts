import { isList, isObject, type Json, type JsonObject, listAt, textAt } from './json.ts';

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
  /** It also told what it did; that is kept apart, and the argument that asked for it is left out. */
  readonly isTelling?: true;
}

/** One API write by one component, as the server's audit log tells it. */
export interface AuditEntry {
  readonly n?: number;
  readonly t0: number;
  readonly t1: number;
  readonly user: string;
  readonly groups: readonly string[];
  readonly userExtra?: { readonly [key: string]: readonly string[] };
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
  /** Lines that say nothing: cut off, or not what the file holds. */
  readonly unreadable: readonly string[];
  /** The scenario on whose cluster this one runs. */
  readonly follows?: string;
}

/** The text of each file of a recording's folder, by file name. */
export type RecordingFiles = { readonly [file: string]: string };

function lines(text: string | undefined): readonly string[] {
  return (text ?? '')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '');
}

/** Reads lines of JSON; a line that cannot be read, or lacks what every line has, is noted instead. */
class LineReader {
  readonly unreadable: string[] = [];

  read<T>(file: string, text: string | undefined, isOne: (value: JsonObject) => boolean): readonly T[] {
    const found: T[] = [];
    lines(text).forEach((line, index) => {
      const value = parsed(line);
      if (this.takes(file, index, isObject(value) && isOne(value))) found.push(value as T);
    });
    return found;
  }

  takes(file: string, index: number, isOne: boolean): boolean {
    if (!isOne) this.unreadable.push(`${file} line ${index + 1}`);
    return isOne;
  }

  whole(file: string, text: string | undefined): Json {
    if (text === undefined) return {};
    const value = parsed(text.replace(/^\uFEFF/, ''));
    if (isObject(value)) return value;
    this.unreadable.push(text.trim() === '' ? `${file} (empty)` : file);
    return {};
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isCommand = ({ t, dt, argv }: JsonObject): boolean =>
  isTime(t) && isTime(dt) && isList(argv) && argv.length > 0 && argv.every(isText);
const isWrite = ({ t0, t1, user, verb, resource, code }: JsonObject): boolean =>
  isTime(t0) && isTime(t1) && isText(user) && isText(verb) && isText(resource) && isTime(code);
const isRead = ({ t0, user, verb, uri }: JsonObject): boolean =>
  isTime(t0) && isText(user) && isText(verb) && isText(uri);
const isChange = ({ t, type, resource, name, object }: JsonObject): boolean =>
  isTime(t) && isText(type) && isText(resource) && isText(name) && isObject(object);
const isRevision = ({ revision, key }: EtcdEntry): boolean => Number.isFinite(revision) && key !== '';
const isExchange = ({ t, method, path, status }: JsonObject): boolean =>
  isTime(t) && isText(method) && isText(path) && isTime(status);

/** `verbose.txt` names the commands that ran with `-v=8`. */
function tellingOf(log = ''): (command: Command) => Command {
  const told = new Set([...log.matchAll(/^### (.*)$/gm)].map(([, line]) => line));
  return (command) => (told.has(command.argv.join(' ')) ? { ...command, isTelling: true } : command);
}

function parseEtcd(text: string | undefined): readonly EtcdEntry[] {
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
function whole(entry: AuditEntry): AuditEntry {
  const { groups = [], ua = '', uri = '', name } = entry as Partial<AuditEntry>;
  return { ...entry, groups, ua, uri, name: name || textAt(entry.response, 'metadata', 'name') };
}

function typed(command: Command): Command {
  const { user = 'admin', rc = 0, stdout = '', stderr = '' } = command as Partial<Command>;
  return { ...command, user, rc, stdout, stderr };
}

/** Turns the text of a recording's files into a recording. Files that are absent count as empty. */
export function parseRecording(name: string, files: RecordingFiles): Recording {
  const reader = new LineReader();
  for (const file of NEEDED) if (files[file] === undefined) reader.unreadable.push(`${file} (absent)`);
  if (NOTHING.test(files['commands.jsonl'] ?? '') && NOTHING.test(files['http.jsonl'] ?? ''))
    reader.unreadable.push('commands.jsonl (nothing in it)');
  const meta = reader.whole('meta.json', files['meta.json']) as unknown as Partial<Meta>;
  const watch = reader.read<WatchEntry>('watch.jsonl', files['watch.jsonl'], isChange);
  const final = reader.whole('final.json', files['final.json']);
  return {
    name,
    meta: {
      ...meta,
      name: meta.name ?? name,
      start: meta.start === undefined ? firstMade(watch) : startOf(meta, reader),
    },
    commands: reader
      .read<Command>('commands.jsonl', files['commands.jsonl'], isCommand)
      .map(typed)
      .map(tellingOf(files['verbose.txt'])),
    audit: reader.read<AuditEntry>('audit.jsonl', files['audit.jsonl'], isWrite).map(whole),
    reads: reader
      .read<ReadEntry>('reads.jsonl', files['reads.jsonl'], isRead)
      .map((entry) => ({ ...entry, ua: entry.ua ?? '' })),
    watch,
    etcd: parseEtcd(files['etcd.txt']).filter((entry, index) => reader.takes('etcd.txt', index, isRevision(entry))),
    http: reader.read<HttpExchange>('http.jsonl', files['http.jsonl'], isExchange),
    final: listAt(final, 'items').filter(isObject),
    initial: [],
    unreadable: reader.unreadable,
  };
}

const NEEDED = ['meta.json', 'commands.jsonl', 'audit.jsonl', 'watch.jsonl', 'etcd.txt', 'final.json'];
const NOTHING = /^\s*$/;
const NO_START = '1970-01-01T00:00:00Z';

/** Without a stated start: the moment from which the log counts its seconds, as what was made tells it. */
function firstMade(watch: readonly WatchEntry[]): string {
  const made = watch.find(
    ({ type, object }) => type === 'ADDED' && textAt(object, 'metadata', 'creationTimestamp') !== '',
  );
  const time = Date.parse(textAt(made?.object, 'metadata', 'creationTimestamp')) - (made?.t ?? 0) * 1000;
  return Number.isNaN(time) ? NO_START : new Date(time).toISOString();
}

function startOf({ start = NO_START }: Partial<Meta>, reader: LineReader): string {
  if (!Number.isNaN(Date.parse(start))) return start;
  reader.unreadable.push('start in meta.json');
  return NO_START;
}

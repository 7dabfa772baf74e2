import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Memory } from '../../debugger/viewer-store.ts';
import type { Band } from './marker.ts';
import { SAMPLES } from './samples.ts';

export interface ManifestFile {
  readonly name: string;
  readonly text: string;
}

/** A place that the editor shall show. A new object is a new wish. */
export interface Reveal {
  readonly line: number;
  readonly column: number;
}

export interface Bench {
  readonly files: readonly ManifestFile[];
  readonly active: string;
  readonly reveal: Reveal | undefined;
  /** Why the files are not kept by the browser, if so. */
  readonly unkept: 'large' | 'refused' | undefined;
}
/**
 * What is typed comes to the desk when a pause is made: a text is long, and each key should cost its own alone. Nobody
 * acts on less than that: who changes the desk, asks by `now` or leaves by `flush` has what was typed told first.
 */
export type Workbench = StoreApi<Bench> & {
  /** A text changed under somebody's hands; `read` gives it whole. */
  readonly typed: (name: string, read: () => string) => void;
  /** The desk with all that was typed. Not while something is drawn: that is what the store's own state is for. */
  readonly now: () => Bench;
  readonly flush: () => void;
  /** Puts the files of another desk on the page: each scenario has its own, and the reader's stay as they were. */
  readonly turnTo: (key: string, first?: readonly ManifestFile[]) => void;
  /** A store of its own: it changes with the step, and only the band is drawn anew. */
  readonly band: StoreApi<{ readonly band: Band | undefined }>;
};

/** More than this is not kept: a browser gives a page about five million characters. */
const MOST_KEPT = 1_500_000;
const KEEP_AFTER = 400;
/** A pause between two keys, in milliseconds. */
export const TELL_AFTER = 80;

export function firstFiles(): readonly ManifestFile[] {
  return SAMPLES.slice(0, 1).map(({ file, text }) => ({ name: file, text }));
}

/** The manifests on the page. They are kept under `key`, so that scenarios do not share them. */
export function createWorkbench(
  memory: Memory | undefined,
  key: string,
  first: readonly ManifestFile[] = firstFiles(),
): Workbench {
  let storageKey = keyOf(key);
  /** Desks that were left: also where nothing can be kept. */
  const left = new Map<string, Desk>();
  const deskOf = (kept: Desk | undefined, otherwise: readonly ManifestFile[]): Bench => {
    const files = kept?.files ?? otherwise;
    return { files, active: kept?.active ?? files[0]?.name ?? '', reveal: undefined, unkept: undefined };
  };
  const store = createStore<Bench>(() => deskOf(recall(memory, storageKey), first));
  const { setState } = store;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let untold: (() => void) | undefined;
  const tell = () => {
    clearTimeout(pause);
    const told = untold;
    untold = undefined;
    told?.();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const { unkept, ...bench } = store.getState();
    const now = keep(memory, storageKey, bench);
    if (now !== unkept) setState({ unkept: now });
  };
  store.subscribe((now, before) => {
    if (now.files === before.files && now.active === before.active) return;
    clearTimeout(timer);
    timer = setTimeout(flush, KEEP_AFTER);
  });
  const settle = () => {
    tell();
    if (timer !== undefined) flush();
  };
  return Object.assign(store, {
    setState: ((...change: Parameters<typeof setState>) => {
      tell();
      setState(...change);
    }) as typeof setState,
    typed(name: string, read: () => string) {
      untold = () => setState((state) => setText(state, name, read()));
      clearTimeout(pause);
      pause = setTimeout(tell, TELL_AFTER);
    },
    now() {
      tell();
      return store.getState();
    },
    band: createStore<{ readonly band: Band | undefined }>(() => ({ band: undefined })),
    flush: settle,
    turnTo(to: string, fresh: readonly ManifestFile[] = []) {
      if (keyOf(to) === storageKey) return;
      settle();
      left.set(storageKey, store.getState());
      storageKey = keyOf(to);
      const kept = left.get(storageKey) ?? recall(memory, storageKey);
      setState(deskOf(kept, fresh.length > 0 ? fresh : first));
    },
  });
}

const keyOf = (key: string): string => `kubestep.files.v1.${key}`;

type Desk = Pick<Bench, 'files' | 'active'>;

function keep(memory: Memory | undefined, key: string, { files, active }: Omit<Bench, 'unkept'>): Bench['unkept'] {
  if (memory === undefined) return 'refused';
  if (files.reduce((sum, { text }) => sum + text.length, 0) > MOST_KEPT) return 'large';
  try {
    memory.setItem(key, JSON.stringify({ files, active }));
    return undefined;
  } catch {
    return 'refused';
  }
}

function recall(memory: Memory | undefined, key: string): Desk | undefined {
  try {
    const text = memory?.getItem(key);
    if (text === undefined || text === null) return undefined;
    const { files, active } = JSON.parse(text) as { files?: unknown; active?: unknown };
    if (!Array.isArray(files)) return undefined;
    const good = files.filter(
      (file): file is ManifestFile => typeof file?.name === 'string' && typeof file?.text === 'string',
    );
    if (good.length === 0) return undefined;
    const chosen = good.find(({ name }) => name === active) ?? good[0];
    return { files: good.map(({ name, text: body }) => ({ name, text: body })), active: chosen?.name ?? '' };
  } catch {
    return undefined;
  }
}

// Changes

export function shownFile({ files, active }: Desk): ManifestFile {
  return files.find(({ name }) => name === active) ?? files[0] ?? { name: '', text: '' };
}

export function textOf({ files }: Pick<Desk, 'files'>, name: string): string {
  return files.find((file) => file.name === name)?.text ?? '';
}

/** Tells each text that a file has, the first one now. Of a file that is gone there is nothing to tell. */
export function followText(bench: Workbench, name: string, put: (text: string) => void): () => void {
  put(textOf(bench.getState(), name));
  return bench.subscribe(({ files }) => {
    const file = files.find((each) => each.name === name);
    if (file !== undefined) put(file.text);
  });
}

export function setText(bench: Bench, name: string, text: string): Bench {
  if (textOf(bench, name) === text) return bench;
  return { ...bench, files: bench.files.map((file) => (file.name === name ? { name, text } : file)) };
}

/** The files as a scenario has them by now, except those that the reader wrote into: `others` are the texts that one had there. */
export function withStage(
  bench: Bench,
  stage: {
    readonly shown: string | undefined;
    readonly files: readonly { readonly name: string; readonly text: string; readonly others: readonly string[] }[];
  },
): Bench {
  let now = bench;
  for (const { name, text, others } of stage.files) {
    const file = bench.files.find((each) => each.name === name);
    if (file === undefined) continue;
    if (file.text !== text && others.includes(file.text)) now = setText(now, name, text);
    if (name === stage.shown) now = { ...now, active: name };
  }
  return now;
}

/** Adds files and shows the first of them. One that is there with the same text is only shown; another gets a new name. */
export function withFiles(bench: Bench, added: readonly ManifestFile[]): Bench {
  let files = bench.files;
  let active: string | undefined;
  for (const file of added) {
    const same = files.find(({ name, text }) => name === file.name && text === file.text);
    const name = same?.name ?? freeName(files, cleanName(file.name));
    if (same === undefined) files = [...files, { name, text: file.text }];
    active ??= name;
  }
  return { ...bench, files, active: active ?? bench.active };
}

/**
 * The files of a run that was opened, under their own names, the last one shown. A file of the reader that has such a
 * name and says something else gets another name.
 */
export function withFilesOf(bench: Bench, arrived: readonly ManifestFile[]): Bench {
  let { files } = bench;
  for (const file of arrived) {
    const own = files.find(({ name }) => name === file.name);
    if (own === undefined) files = [...files, file];
    else if (own.text === file.text) continue;
    else if (isUntouched(own)) files = files.map((each) => (each === own ? file : each));
    else files = [...files.map((each) => (each === own ? { ...own, name: freeName(files, own.name) } : each)), file];
  }
  return { ...bench, files, active: arrived.at(-1)?.name ?? bench.active };
}

/** A sample that nobody changed is not the reader's work. */
function isUntouched({ text }: ManifestFile): boolean {
  return text.trim() === '' || SAMPLES.some((sample) => sample.text === text);
}

/** The files as a link or a saved run takes them along: the shown one last. */
export function shownLast({ files, active }: Pick<Bench, 'files' | 'active'>): readonly ManifestFile[] {
  return [...files.filter(({ name }) => name !== active), ...files.filter(({ name }) => name === active)];
}

export function withoutFile(bench: Bench, name: string): Bench {
  const at = bench.files.findIndex((file) => file.name === name);
  const files = bench.files.filter((file) => file.name !== name);
  const rest = files.length > 0 ? files : [{ name: freeName([], 'new.yaml'), text: '' }];
  const active = bench.active === name ? (rest[Math.min(Math.max(at, 0), rest.length - 1)]?.name ?? '') : bench.active;
  return { ...bench, files: rest, active };
}

/** Undefined when the name is empty or taken. */
export function renamed(bench: Bench, from: string, to: string): Bench | undefined {
  const name = cleanName(to);
  if (name === from) return bench;
  if (to.trim() === '' || bench.files.some((file) => file.name === name)) return undefined;
  return {
    ...bench,
    files: bench.files.map((file) => (file.name === from ? { ...file, name } : file)),
    active: bench.active === from ? name : bench.active,
  };
}

/** A name that kubectl could be given: no folders, no spaces, ends in .yaml unless it has an ending. */
export function cleanName(name: string): string {
  const last = name.trim().split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(/[^\w.@+-]+/g, '-').replace(/^[-.]+/, '') || 'new';
  return /\.\w+$/.test(plain) ? plain : `${plain}.yaml`;
}

export function freeName(files: readonly ManifestFile[], wanted: string): string {
  const taken = new Set(files.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  const dot = wanted.lastIndexOf('.');
  for (let number = 2; ; number += 1) {
    const name = `${wanted.slice(0, dot)}-${number}${wanted.slice(dot)}`;
    if (!taken.has(name)) return name;
  }
}

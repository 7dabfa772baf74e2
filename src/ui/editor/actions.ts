import { useState } from 'react';
import type { Frame } from '../../protocol/messages.ts';
import type { KubectlInput } from '../../protocol/run-description.ts';
import type { RunFile } from '../../protocol/run-file.ts';
import { isSameCommand } from '../../protocol/same-command.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { filesOf } from './applied.ts';
import { askForFiles, MOST_MEGABYTES, MOST_MEGABYTES_OF_CLUSTER, type ReadFile, saveText } from './disk.ts';
import { editorWords } from './strings.ts';
import { shownFile, shownLast, type Workbench, withFiles, withFilesOf } from './workbench.ts';

/** Runs are written and read now and then: how is no part of the first load. */
const loadRunFile = () => import('../../protocol/run-file.ts');
const loadUnopened = () => import('./files/unopened.ts');

/** Applies the shown manifest as it is typed by then; while that is being asked for, once is enough. */
export function useApply(
  bench: Workbench,
  say: (problem: string) => void,
): { readonly busy: boolean; readonly apply: () => Promise<void> } {
  const t = useWords(editorWords);
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    const file = shownFile(bench.now());
    if (isBlank(file) || busy) return;
    setBusy(true);
    say('');
    try {
      await host.give(applyOf(file), { anew: true });
    } catch (error) {
      say(t('failed', { message: messageOf(error) }));
    } finally {
      setBusy(false);
    }
  };
  return { busy, apply };
}

/** The story whose apply is given anew is told from its start; in the past of a told one a branch begins. */
export function whatApplyDoes(frame: Frame | undefined, file: string): 'next' | 'retells' | 'forks' {
  const input = frame?.untold === undefined ? undefined : frame.run.inputs[frame.untold]?.input;
  if (input !== undefined && isSameCommand(input, applyOf({ name: file, text: '' }))) return 'retells';
  return frame?.isPast === true ? 'forks' : 'next';
}

export function isBlank({ text }: { readonly text: string }): boolean {
  return !/\S/.test(text);
}

/** What Apply gives. */
export function applyOf({ name, text }: { readonly name: string; readonly text: string }): KubectlInput {
  return { type: 'kubectl', argv: ['apply', '-f', name], files: { [name]: text } };
}

export interface Files {
  /** Files that were opened or dropped: manifests become tabs, a saved run is opened. */
  readonly take: (list: readonly ReadFile[]) => Promise<void>;
  readonly saveRun: () => Promise<void>;
  readonly openEarlier: (run: RunFile) => Promise<void>;
  readonly askForRun: () => Promise<void>;
  /** A run that begins with what somebody has printed of a cluster of their own. */
  readonly askForCluster: () => Promise<void>;
  /** Files among those taken last that a cluster has printed: a run may begin with them. */
  readonly printed: readonly Text[];
  readonly beginWith: (list: readonly ReadFile[]) => Promise<void>;
}

type Text = Extract<ReadFile, { readonly type: 'text' }>;
type Unread = Exclude<ReadFile, { readonly type: 'text' }>;

/** What no person writes into a manifest, or the first line of an audit log. */
const PRINTED = /"audit\.k8s\.io\/|(?=[\s\S]*\bresourceVersion"?: )(?=[\s\S]*\buid"?: )/;

/** What comes from the disk and what goes there. */
export function useFiles(bench: Workbench, say: (problem: string) => void): Files {
  const t = useWords(editorWords);
  const host = useHost();
  const badRun = async (name: string, problem: string): Promise<readonly string[]> => {
    const { badRunWords } = await loadUnopened();
    return [badRunWords(name, problem, host.language)];
  };
  const openRun = async (name: string, text: string): Promise<readonly string[]> => {
    const { readRun } = await loadRunFile();
    const read = readRun(text);
    return typeof read === 'string' ? badRun(name, read) : openRead(name, read);
  };
  const openRead = async (name: string, read: RunFile): Promise<readonly string[]> => {
    try {
      await host.openRun(read.run, read.position, read.present, read.pins ?? []);
      if (read.breakpoints !== undefined) host.setBreakpoints(read.breakpoints);
      bench.setState((state) => withFilesOf(state, read.files ?? filesOf(read.run)));
      return [];
    } catch (error) {
      return badRun(name, messageOf(error));
    }
  };
  const wordsOf = async (unread: readonly Unread[]): Promise<readonly string[]> => {
    if (unread.length === 0) return [];
    const { unreadWords } = await loadUnopened();
    return unread.map((each) => unreadWords(each, host.language));
  };
  const [printed, setPrinted] = useState<readonly Text[]>([]);
  const take = async (list: readonly ReadFile[]) => {
    const problems: string[] = [];
    const unread: Unread[] = [];
    const manifests: { readonly name: string; readonly text: string }[] = [];
    const found: Text[] = [];
    for (const read of list) {
      if (read.type !== 'text') unread.push(read);
      else if (isRun(read)) problems.push(...(await openRun(read.name, read.text)));
      else {
        const isLarge = read.text.length > MOST_MEGABYTES * 1024 * 1024;
        if (PRINTED.test(read.text)) found.push(read);
        else if (isLarge) unread.push({ ...read, type: 'large' });
        if (!isLarge) manifests.push({ name: read.name, text: read.text });
      }
    }
    setPrinted(found);
    if (manifests.length > 0) bench.setState((state) => withFiles(state, manifests));
    say([...problems, ...(await wordsOf(unread))].join(' '));
  };
  const saveRun = async () => {
    const { frame } = host;
    if (frame === undefined) return;
    const { printRun } = await loadRunFile();
    const text = printRun({
      run: frame.run,
      position: frame.seq,
      pins: host.pins?.() ?? [],
      files: shownLast(bench.now()),
      breakpoints: host.breakpoints,
    });
    saveText('run.kubestep.json', text, 'application/json');
  };
  const openEarlier = async (run: RunFile) => say((await openRead(t('earlier'), run)).join(' '));
  const askForRun = async () => {
    const [read] = await askForFiles('.json,application/json', false);
    if (read?.type === 'text') say((await openRun(read.name, read.text)).join(' '));
    else if (read !== undefined) await take([read]);
  };
  const beginWith = async (list: readonly ReadFile[]) => {
    const { beginWithPrinted } = await import('./files/own-cluster.ts');
    setPrinted([]);
    const unread = await wordsOf(list.flatMap((each) => (each.type === 'text' ? [] : [each])));
    const read = list.flatMap((each) => (each.type === 'text' ? [each] : []));
    await beginWithPrinted(read, unread, { host, bench, say });
  };
  const askForCluster = async () =>
    beginWith(await askForFiles('.json,.yaml,.yml,.log,.txt', true, MOST_MEGABYTES_OF_CLUSTER));
  return { take, saveRun, openEarlier, askForRun, askForCluster, printed, beginWith };
}

function isRun({ name, text }: { readonly name: string; readonly text: string }): boolean {
  return /"kubestep"\s*:\s*"run"/.test(text.slice(0, 200)) || /\.kubestep\.json$/.test(name);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

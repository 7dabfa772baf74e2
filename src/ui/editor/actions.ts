import { useState } from 'react';
import type { Frame } from '../../protocol/messages.ts';
import type { KubectlInput } from '../../protocol/run-description.ts';
import type { RunFile } from '../../protocol/run-file.ts';
import { isSameCommand } from '../../protocol/same-command.ts';
import { useHost } from '../widgets/kit/host.ts';
import { type Say, useWords } from '../widgets/kit/words.ts';
import { filesOf } from './applied.ts';
import { askForFiles, MOST_MEGABYTES, MOST_MEGABYTES_OF_CLUSTER, type ReadFile, saveText } from './disk.ts';
import { editorWords } from './strings.ts';
import { shownLast, type Workbench, withFiles, withFilesOf } from './workbench.ts';

/** Runs are written and read now and then: how is no part of the first load. */
const loadRunFile = () => import('../../protocol/run-file.ts');

type Words = Say<keyof typeof editorWords.en>;

/** Applies the shown manifest; while that is being asked for, once is enough. */
export function useApply(
  file: { readonly name: string; readonly text: string },
  say: (problem: string) => void,
): { readonly busy: boolean; readonly apply: () => Promise<void> } {
  const t = useWords(editorWords);
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    if (file.text.trim() === '' || busy) return;
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
}

/** What comes from the disk and what goes there. */
export function useFiles(bench: Workbench, say: (problem: string) => void): Files {
  const t = useWords(editorWords);
  const host = useHost();
  const openRun = async (name: string, text: string): Promise<readonly string[]> => {
    const { readRun } = await loadRunFile();
    const read = readRun(text);
    if (typeof read === 'string') {
      const { problemInWords } = await import('../widgets/kit/run-problem.ts');
      return [t('badRun', { file: name, message: problemInWords(read, host.language) })];
    }
    return openRead(name, read);
  };
  const openRead = async (name: string, read: RunFile): Promise<readonly string[]> => {
    try {
      await host.openRun(read.run, read.position, read.present, read.pins ?? []);
      if (read.breakpoints !== undefined) host.setBreakpoints(read.breakpoints);
      bench.setState((state) => withFilesOf(state, read.files ?? filesOf(read.run)));
      return [];
    } catch (error) {
      return [t('badRun', { file: name, message: messageOf(error) })];
    }
  };
  const take = async (list: readonly ReadFile[]) => {
    const problems: string[] = [];
    const manifests: { readonly name: string; readonly text: string }[] = [];
    for (const read of list) {
      if (read.type !== 'text') problems.push(unreadWords(read, t));
      else if (isRun(read)) problems.push(...(await openRun(read.name, read.text)));
      else manifests.push({ name: read.name, text: read.text });
    }
    if (manifests.length > 0) bench.setState((state) => withFiles(state, manifests));
    say(problems.join(' '));
  };
  const saveRun = async () => {
    const { frame } = host;
    if (frame === undefined) return;
    const { printRun } = await loadRunFile();
    const text = printRun({
      run: frame.run,
      position: frame.seq,
      pins: host.pins?.() ?? [],
      files: shownLast(bench.getState()),
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
  const askForCluster = async () => {
    const list = await askForFiles('.json,.yaml,.yml,.log,.txt', true, MOST_MEGABYTES_OF_CLUSTER);
    const read = list.flatMap((each) => (each.type === 'text' ? [each] : []));
    const problems = list.flatMap((each) => (each.type === 'text' ? [] : [unreadWords(each, t)]));
    const { frame } = host;
    if (read.length === 0 || frame === undefined) return say(problems.join(' '));
    const { readOwnCluster } = await import('./own-cluster.ts');
    const { cluster, hasWishes, said } = readOwnCluster(read, host.language);
    const told = [...problems, ...said];
    if (cluster === undefined && !hasWishes) return say(told.join(' '));
    const notes = told.length === 0 ? [] : [{ name: t('notes'), text: `${told.join('\n')}\n` }];
    try {
      if (cluster !== undefined) {
        const { v, build, seed } = frame.run;
        await host.openRun({ v, build, seed, cluster, inputs: [] });
        // A first look, to its end: there the page says what is not as wished.
        if (cluster.log === undefined) await host.give({ type: 'kubectl', argv: ['get', 'pods', '-A'], files: {} });
        host.seek(Number.MAX_SAFE_INTEGER);
      }
      bench.setState((state) => withFiles(state, hasWishes ? [...notes, ...read] : notes));
      say('');
    } catch (error) {
      say(t('failed', { message: messageOf(error) }));
    }
  };
  return { take, saveRun, openEarlier, askForRun, askForCluster };
}

function isRun({ name, text }: { readonly name: string; readonly text: string }): boolean {
  return /"kubestep"\s*:\s*"run"/.test(text.slice(0, 200)) || /\.kubestep\.json$/.test(name);
}

function unreadWords(read: Exclude<ReadFile, { readonly type: 'text' }>, t: Words): string {
  if (read.type === 'large') return t('tooBig', { file: read.name, limit: MOST_MEGABYTES });
  if (read.type === 'noText') return t('noText', { file: read.name });
  return t('unreadable', { file: read.name, message: read.message });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

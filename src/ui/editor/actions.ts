import { useState } from 'react';
import type { Frame } from '../../protocol/messages.ts';
import type { KubectlInput } from '../../protocol/run-description.ts';
import type { RunFile } from '../../protocol/run-file.ts';
import { isSameCommand } from '../../protocol/same-command.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { askForFiles, MOST_MEGABYTES_OF_CLUSTER, type ReadFile } from './disk.ts';
import { editorWords } from './strings.ts';
import { shownFile, type Workbench } from './workbench.ts';

/** Files are opened and saved now and then: how is no part of the first load. */
const loadTaking = () => import('./files/taking.ts');

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

/** What comes from the disk and what goes there. */
export function useFiles(bench: Workbench, say: (problem: string) => void): Files {
  const t = useWords(editorWords);
  const host = useHost();
  const [printed, setPrinted] = useState<readonly Text[]>([]);
  const of = { host, bench, say, setPrinted };
  const take = async (list: readonly ReadFile[]) => (await loadTaking()).take(list, of);
  const saveRun = async () => (await loadTaking()).saveRun(of);
  const openEarlier = async (run: RunFile) => (await loadTaking()).takeRun(t('earlier'), run, of);
  const askForRun = async () => {
    const [read] = await askForFiles('.json,application/json', false);
    if (read?.type === 'text') await (await loadTaking()).takeRun(read.name, read.text, of);
    else if (read !== undefined) await take([read]);
  };
  const beginWith = async (list: readonly ReadFile[]) => (await loadTaking()).beginWith(list, of);
  const askForCluster = async () =>
    beginWith(await askForFiles('.json,.yaml,.yml,.log,.txt', true, MOST_MEGABYTES_OF_CLUSTER));
  return { take, saveRun, openEarlier, askForRun, askForCluster, printed, beginWith };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { type ComponentType, useDeferredValue, useEffect, useState } from 'react';
import type { TerminalView } from '../../protocol/views.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { putsFiles } from './applied.ts';
import { ask } from './checker.ts';
import { definedKinds } from './defined-kinds.ts';
import { useLearning } from './learning.ts';
import { type Marker, MOST_CHECKED } from './limits.ts';
import type { SurfaceProps, TakeOver } from './surface.ts';
import { textOf, type Workbench } from './workbench.ts';

/** A pause in typing, in milliseconds. */
export const CHECK_AFTER = 250;
const LOAD_WHEN_IDLE_AFTER = 4_000;

/** Acts when no file has changed for a while, and first of all then; what was begun before a change `isLate`. */
function atPauses(bench: Workbench, act: (isLate: () => boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changes = 0;
  const wait = () => {
    const own = ++changes;
    clearTimeout(timer);
    timer = setTimeout(() => act(() => own !== changes), CHECK_AFTER);
  };
  wait();
  const leave = bench.subscribe((now, before) => now.files !== before.files && wait());
  return () => {
    changes += 1;
    clearTimeout(timer);
    leave();
  };
}

/** The text of a file as it was at the last pause in typing: who shows what costs more than a look draws it from this. */
export function useSettled(bench: Workbench, name: string): string {
  const now = () => ({ name, text: textOf(bench.getState(), name) });
  const [settled, setSettled] = useState(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of this desk and this file
  useEffect(
    () => atPauses(bench, () => setSettled((before) => (before.text === now().text ? before : now()))),
    [bench, name],
  );
  return settled.name === name ? settled.text : now().text;
}

/**
 * Problems of a text, found after a pause in typing. The checker itself is loaded when it is first needed. Where
 * kubectl has spoken of a line it is alone to speak of it: it says more.
 */
export function useChecked(
  bench: Workbench,
  file: string,
  settled: string,
  terminal: TerminalView | undefined,
  applied: string | undefined,
  /** Somebody has been in the editor: before, nothing is asked of the engine for it. */
  isUsed: boolean,
): readonly Marker[] {
  const { language } = useHost();
  const learnt = useLearning(settled, isUsed);
  const [markers, setMarkers] = useState<readonly Marker[]>([]);
  const stderr = useDeferredValue(answerTo(terminal, file));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been learnt meanwhile makes another answer
  useEffect(() => {
    const check = async (isLate: () => boolean) => {
      const desk = bench.getState();
      const text = textOf(desk, file);
      const defined = definedKinds(desk.files.map((one) => one.text));
      // What kubectl said is about the text that was applied, not about what was typed since.
      const [own, answered] = await Promise.all([
        text.length > MOST_CHECKED ? [] : ask('checkText', text, file, defined, language),
        applied === text && stderr !== '' ? ask('markersOfAnswer', text, stderr) : [],
      ]);
      const found = [...own.filter(({ line }) => !answered.some((other) => other.line === line)), ...answered];
      if (!isLate()) setMarkers((before) => (before.length + found.length === 0 ? before : found));
    };
    return atPauses(bench, (isLate) => void check(isLate));
  }, [bench, file, stderr, applied, language, learnt]);
  return markers;
}

/** In how many places a text differs from the one that was applied; 0 until they are counted. */
export function useEdits(applied: string | undefined, settled: string): number {
  const [edits, setEdits] = useState(0);
  useEffect(() => {
    let late = false;
    if (applied === undefined || applied === settled) setEdits(0);
    else void ask('changedPlaces', applied, settled).then((count) => late || setEdits(count));
    return () => {
      late = true;
    };
  }, [applied, settled]);
  return edits;
}

type Command = TerminalView['commands'][number];

function newestApply(terminal: TerminalView | undefined, file: string): Command | undefined {
  return terminal?.commands.findLast(({ line }) => {
    const words = line.split(' ');
    return words.includes(file) && putsFiles(words);
  });
}

/** What kubectl said to the newest apply of a file, if it failed. */
export function answerTo(terminal: TerminalView | undefined, file: string): string {
  const exitCode = newestApply(terminal, file)?.exitCode;
  return exitCode === undefined || exitCode === 0 ? '' : (newestApply(terminal, file)?.stderr ?? '');
}

/** How the newest apply of a file stands at the cursor; the shell does not show one yet that was typed in this very step. */
export function outcomeOf(
  terminal: TerminalView | undefined,
  file: string,
  since: number | undefined,
): 'running' | 'refused' | 'done' {
  if (terminal === undefined) return 'done';
  const command = newestApply(terminal, file);
  if (command === undefined) return since === undefined ? 'done' : 'running';
  if (command.seq > 0 && since !== undefined && command.seq < since) return 'running';
  return command.exitCode === undefined ? 'running' : command.exitCode === 0 ? 'done' : 'refused';
}

/** The place of a step in the transport's count; its raw number until the engine has said it. */
export function useStepIndex(seq: number | undefined): number | undefined {
  const host = useHost();
  const branch = useNow((frame) => `${frame?.branch} ${frame?.edition}`);
  const answer = useAsk(`${seq} ${branch}`, async () => {
    if (seq === undefined) return undefined;
    const { chain } = await host.query({ type: 'why', seq });
    return chain.find((step) => step.seq === seq)?.index;
  });
  return answer.state === 'answered' ? answer.value : undefined;
}

type Surface = ComponentType<SurfaceProps & { readonly takeOver: TakeOver | undefined }>;

/** No large editor where fingers type, or where the viewer asked to save data. */
function wantsLargeEditor(): boolean {
  if (typeof matchMedia !== 'function') return false;
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return matchMedia('(pointer: fine) and (min-width: 700px)').matches && connection?.saveData !== true;
}

/** The large editor's component: loaded on the first focus or when nothing has moved for a while, never on a phone. */
export function useLargeEditor(asked: boolean): Surface | undefined {
  const [surface, setSurface] = useState<{ readonly component: Surface }>();
  const [idle, setIdle] = useState(false);
  const { onFrame } = useHost();
  useEffect(() => {
    if (idle || !wantsLargeEditor()) return;
    // Its script is one long task: it must not fall between two steps of somebody who steps or watches it play.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), LOAD_WHEN_IDLE_AFTER);
    };
    wait();
    const forget = onFrame?.(wait);
    addEventListener('keydown', wait);
    addEventListener('pointerdown', wait);
    return () => {
      clearTimeout(timer);
      forget?.();
      removeEventListener('keydown', wait);
      removeEventListener('pointerdown', wait);
    };
  }, [idle, onFrame]);
  useEffect(() => {
    if (!(asked || idle) || !wantsLargeEditor()) return;
    let late = false;
    import('./monaco/monaco-surface.tsx').then(
      ({ MonacoSurface }) => late || setSurface({ component: MonacoSurface }),
      () => undefined, // Without network the plain editor goes on.
    );
    return () => {
      late = true;
    };
  }, [asked, idle]);
  return surface?.component;
}

import { type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RunFile } from '../../../protocol/run-file.ts';
import { shorten } from '../../widgets/kit/format.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { lineOf } from '../../widgets/kit/input-line.ts';
import { type Say, useWords } from '../../widgets/kit/words.ts';
import { late } from '../../widgets/late.tsx';
import { useSize } from '../../widgets/use-size.ts';
import type { Applied } from '../applied.ts';
import { saveText } from '../disk.ts';
import { useStepIndex } from '../hooks.ts';
import { Menu, type MenuPart } from '../menu.tsx';
import { SAMPLES } from '../samples.ts';
import { editorWords } from '../strings.ts';
import { freeName, shownFile, type Workbench, withFiles, withoutFile } from '../workbench.ts';

const Rename = late(async () => (await import('./rename.tsx')).Rename);

/** Where names fade at both ends of the row, in pixels: `.e-tabs`. */
const FADE = 16;

/** Scrolls the row alone: `scrollIntoView` would move the page as well. */
function bringIntoSight(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-current]');
  if (!row || !tab) return;
  const [seen, wanted] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (wanted.right > seen.right - FADE) row.scrollLeft += wanted.right - seen.right + FADE;
  if (wanted.left < seen.left + FADE) row.scrollLeft += wanted.left - seen.left - FADE;
}

/** The head of the editor: one tab a file, a menu to add one, a menu for the rest, and Apply. */
export function FileTabs(props: {
  readonly bench: Workbench;
  readonly undoFrom: Applied | undefined;
  readonly canApply: boolean;
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onUndo: () => void;
  readonly onOpen: () => void;
  readonly onSaveRun: () => void;
  readonly onOpenRun: () => void;
  readonly onOpenCluster: () => void;
  readonly earlier: (() => readonly RunFile[]) | undefined;
  readonly onEarlier: (file: RunFile) => void;
}): ReactElement {
  const t = useWords(editorWords);
  const { openThreeWay } = useHost();
  const { bench, undoFrom } = props;
  const active = useStore(bench, (state) => state.active);
  // Of the texts nothing is shown here.
  const names = useStore(bench, (state) => state.files.map(({ name }) => name).join('\0')).split('\0');
  const [renaming, setRenaming] = useState(false);
  const undoStep = useStepIndex(undoFrom?.step);
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone the row has no width until it is looked at.
  const width = useSize(tabs)?.width;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is the active one, or there is another room for it
  useEffect(() => bringIntoSight(tabs.current), [active, names.length, width]);
  const add: readonly MenuPart[] = [
    {
      id: 'new',
      label: t('newFile'),
      // Whoever makes a file writes into it.
      do: () =>
        bench.setState((state) => ({
          ...withFiles(state, [{ name: freeName(state.files, 'new.yaml'), text: '' }]),
          reveal: { line: 1, column: 1 },
        })),
    },
    { id: 'open', label: t('open'), do: props.onOpen },
    { heading: t('samples') },
    ...SAMPLES.map(({ id, file, text }) => ({
      id,
      label: t(`sample.${id}`),
      do: () => bench.setState((state) => withFiles(state, [{ name: file, text }])),
    })),
  ];
  const more = (): readonly MenuPart[] => [
    ...(undoFrom === undefined
      ? []
      : [
          { id: 'undo', label: undoStep === undefined ? t('undo') : t('undoAt', { step: undoStep }), do: props.onUndo },
        ]),
    ...(openThreeWay ? [{ id: 'threeWay', label: t('threeWay'), do: () => openThreeWay() }] : []),
    {
      id: 'save',
      label: t('save', { file: active }),
      do: () => {
        const { name, text } = shownFile(bench.now());
        saveText(name, text, 'application/yaml');
      },
    },
    { id: 'rename', label: t('rename', { file: active }), do: () => setRenaming(true) },
    {
      id: 'close',
      label: t('closeFile', { file: active }),
      do: () => bench.setState((state) => withoutFile(state, active)),
    },
    { id: 'saveRun', label: t('saveRun'), do: props.onSaveRun },
    { id: 'openRun', label: t('openRun'), do: props.onOpenRun },
    { id: 'openCluster', label: t('openCluster'), do: props.onOpenCluster },
    ...earlierParts(props.earlier?.() ?? [], t, props.onEarlier),
  ];
  return (
    <header className="e-head">
      <div className="e-tabs" ref={tabs}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            title={name}
            aria-current={name === active ? 'true' : undefined}
            onClick={() => bench.setState({ active: name })}
          >
            {name}
          </button>
        ))}
        {renaming && (
          <Suspense>
            <Rename bench={bench} from={active} onDone={() => setRenaming(false)} />
          </Suspense>
        )}
      </div>
      <Menu label={t('add')} name={t('add')} className="e-add" parts={() => add} />
      <Menu label="⋯" name={t('more')} parts={more} />
      <button
        type="button"
        className="k-btn e-apply"
        disabled={!props.canApply}
        title={t('applyLong', { file: active })}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={props.onApply}
      >
        {props.busy ? t('applying') : t('apply')}
      </button>
    </header>
  );
}

const MOST_EARLIER = 6;

/** Runs that gave way to another, each by what was done last in it. */
function earlierParts(
  list: readonly RunFile[],
  t: Say<keyof typeof editorWords.en>,
  open: (file: RunFile) => void,
): readonly MenuPart[] {
  if (list.length === 0) return [];
  return [
    { heading: t('earlier') },
    ...list.slice(0, MOST_EARLIER).map((file, place) => {
      const { scenario, inputs } = file.run;
      const last = inputs.at(-1)?.input;
      const line = last === undefined ? '' : shorten(lineOf(last), 48);
      const label = scenario === undefined ? line : t('earlierScenario', { scenario });
      const count = t(inputs.length === 1 ? 'inputs1' : 'inputs', { count: inputs.length });
      return { id: `earlier${place}`, label: `${label} · ${count}`, do: () => open(file) };
    }),
  ];
}

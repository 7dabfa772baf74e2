import { equalJson } from '../../../base/equality.ts';
import { type Notebook, pinsOf } from '../../../debugger/notebook.ts';
import type { Memory } from '../../../debugger/viewer-store.ts';
import type { Frame } from '../../../protocol/messages.ts';
import type { RunFile } from '../../../protocol/run-file.ts';
import type { FrameStore } from '../../../session/frame-store.ts';
import { earlierRuns, isSameRun, putAside } from './earlier-runs.ts';
import { forgetRun, keepRun, keepRuns, recallRun, recallRuns } from './kept-run.ts';

const KEEP_AFTER = 800;

/** Keeps the run that is open, its place and its branches, and puts aside what gives way to another. */
export class RunKeeper {
  /** The newest place in every branch that was looked at. */
  private readonly known = new Map<number, RunFile>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Something was done that is not kept yet. */
  private isDue = false;
  private isLeft = false;
  private keptBranches = '';
  private readonly branchesKey: string;

  constructor(
    private readonly frames: FrameStore,
    /** Of this tab, and of all tabs. */
    private readonly memory: { readonly own: Memory | undefined; readonly shared: Memory | undefined },
    private readonly key: string,
    private readonly notebook?: Notebook,
  ) {
    this.branchesKey = `${key}.branches`;
    // An engine holds one branch when it begins: the others of the last visit are runs of their own now.
    putAside(memory.shared, recallRuns(memory.own, this.branchesKey));
    keepRuns(memory.own, this.branchesKey, []);
  }

  /** Begins to keep; ends with the returned function. */
  start(): () => void {
    const forget = this.frames.subscribe((now, before) => {
      if (now.frame !== undefined && now.frame !== before.frame) this.see(now.frame, before.frame?.run);
    });
    const forgetNotes = this.notebook?.subscribe(() => this.noted());
    const flush = () => this.keep();
    addEventListener('pagehide', flush);
    return () => {
      forget();
      forgetNotes?.();
      removeEventListener('pagehide', flush);
      clearTimeout(this.timer);
    };
  }

  /** What was open when the page was left. */
  recall(): RunFile | undefined {
    return recallRun(this.memory.own, this.key);
  }

  earlier(): readonly RunFile[] {
    const open = [...this.known.values()];
    return earlierRuns(this.memory.shared).filter((one) => !open.some((other) => isSameRun(one, other)));
  }

  /** Before another run takes its place. */
  putAside(): void {
    const { frame } = this.frames.getState();
    const open = frame === undefined ? this.recall() : this.fileOf(frame);
    if (open === undefined) return;
    putAside(this.memory.shared, [open, ...this.othersThan(frame?.branch)]);
    this.known.clear();
  }

  /** The run cannot be gone on with: the next visit begins with another. */
  leave(): void {
    this.putAside();
    this.isLeft = true;
    forgetRun(this.memory.own, this.key);
  }

  private see(frame: Frame, before: RunFile['run'] | undefined): void {
    // An engine that was started again has the open branch alone.
    if (frame.begun <= Math.max(-1, ...this.known.keys())) {
      putAside(this.memory.shared, [...this.known.values()]);
      this.known.clear();
    }
    // Deleted by their reader.
    for (const id of this.known.keys()) if (!frame.branches.some((branch) => branch.id === id)) this.known.delete(id);
    const known = this.known.get(frame.branch);
    // A story that was told anew in other words: the one before can still be had.
    if (known !== undefined && !isBeginningOf(known.run, frame.run)) putAside(this.memory.shared, [known]);
    this.known.set(frame.branch, this.fileOf(frame));
    // What was done is kept soon even while it plays on; the place in it, when it rests.
    if (this.isDue) return;
    this.isDue = frame.run !== before;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), KEEP_AFTER);
  }

  private keep(): void {
    clearTimeout(this.timer);
    this.isDue = false;
    const { frame } = this.frames.getState();
    if (frame === undefined || this.isLeft) return;
    keepRun(this.memory.own, this.key, this.fileOf(frame));
    const others = this.othersThan(frame.branch);
    const what = others.map(({ run }) => run.inputs.length).join();
    if (what === this.keptBranches) return;
    this.keptBranches = what;
    keepRuns(this.memory.own, this.branchesKey, others);
  }

  /** A note is kept soon after it was written. Those that come with a run come before it is shown. */
  private noted(): void {
    const { frame } = this.frames.getState();
    if (frame === undefined || !this.known.has(frame.branch)) return;
    this.known.set(frame.branch, this.fileOf(frame));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), KEEP_AFTER);
  }

  private fileOf(frame: Frame): RunFile {
    const { run, seq, present } = frame;
    const pins = pinsOf(this.notebook, frame);
    return { run, position: seq, present, ...(pins.length === 0 ? {} : { pins }) };
  }

  private othersThan(branch: number | undefined): readonly RunFile[] {
    return [...this.known].filter(([id]) => id !== branch).map(([, file]) => file);
  }
}

function isBeginningOf(before: RunFile['run'], now: RunFile['run']): boolean {
  if (before === now) return true;
  const isSame = before.seed === now.seed && before.scenario === now.scenario;
  return isSame && before.inputs.every(({ input }, place) => equalJson(input, now.inputs[place]?.input));
}

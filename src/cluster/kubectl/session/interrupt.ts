// Models staging/src/k8s.io/kubectl/pkg/util/interrupt/interrupt.go (v1.36)

import type { Engine, Process, Task } from '../../../engine/index.ts';

/** What a command waits for, frame by frame. */
export interface Frames<T> {
  tryNext(): T | undefined;
  next(): Process<T | undefined>;
}

/** The exit code of a program that SIGINT has killed. */
export const KILLED = 130;

/** Ctrl+C for a command: what waits for the next frame of a watch stops waiting, and the command ends. */
export class Interrupt {
  private wakeUp: (() => void) | undefined;
  private given = false;
  private killed = false;
  /** Shows that the command is dead, which from then on does nothing any more. */
  onKill: (() => void) | undefined;

  get isKilled(): boolean {
    return this.killed;
  }

  get isGiven(): boolean {
    return this.given;
  }

  /** The signal of a terminal: a command that handles none, for it waits for no frames, is dead at once. */
  signal(): void {
    if (this.given || this.wakeUp !== undefined) return this.give();
    this.given = true;
    this.killed = true;
    this.onKill?.();
  }

  give(): void {
    if (this.given) return;
    this.given = true;
    this.wakeUp?.();
  }

  /** The stream's next frame; undefined when the stream ended or the interrupt came first. */
  *next<T>(engine: Engine, stream: Frames<T>): Process<T | undefined> {
    if (this.given) return undefined;
    const arrived = stream.tryNext();
    if (arrived !== undefined) return arrived;
    const frame = (yield {
      begin: (task: Task, token: number) => {
        const waiting = engine.spawn(forward(stream, (value) => task.wake(token, value)));
        this.wakeUp = () => {
          if (task.wake(token, undefined)) waiting.cancel();
        };
      },
    }) as T | undefined;
    this.wakeUp = undefined;
    return frame;
  }
}

function* forward<T>(stream: Frames<T>, deliver: (frame: T | undefined) => void): Process<void> {
  deliver(yield* stream.next());
}

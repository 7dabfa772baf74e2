// Models containerd internal/cri/server: what is around a process of a container (v1.36)

import { slashed } from '../../base/slashed.ts';
import type { Context } from '../../engine/index.ts';
import type { NetworkTool, ProcessFacts } from '../ports/cri.ts';
import type { Surroundings } from '../shell/shell-process.ts';
import type { Use } from '../tools/outcome.ts';
import type { Container } from './container.ts';
import { filesOf, insideOf } from './container-files.ts';
import { aroundOf, toLog } from './container-log.ts';
import { peersOf } from './processes.ts';

export function hasEnded({ view }: Container): boolean {
  return view.state !== 'running';
}

/** How a runtime's processes reach what is outside of their container. */
export interface Ways {
  readonly tool: NetworkTool | undefined;
  readonly routine: Context;
  /** A process of a container took memory or disk. */
  used(ctx: Context, container: Container, use: Use): void;
  /** A process of a container tells the first one to end. */
  signalled(ctx: Context, container: Container, signal: string): void;
}

/** How a script in a container sees where it runs, before it is said where it writes to. */
export function surroundingsOf(
  container: Container,
  { tool, routine, used, signalled }: Ways,
  facts: ProcessFacts,
): Surroundings {
  return {
    host: slashed(container.pod.namespace, container.pod.name),
    image: container.view.config.image,
    inside: insideOf(container, routine.now),
    files: filesOf(container, () => routine.now),
    tool,
    routine,
    over: container.exited,
    isOver: () => hasEnded(container),
    alone: { over: container.exited, isOver: () => hasEnded(container) },
    around: () => aroundOf(container, facts, routine.now),
    write: () => {},
    log: toLog(container),
    use: (ctx, use) => used(ctx, container, use),
    signal: (ctx, signal, pid) => {
      const target = peersOf(container).get(pid);
      if (target !== undefined) signalled(ctx, target, signal);
    },
    serve: () => {},
  };
}

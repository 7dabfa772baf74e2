// Models how a process of a container begins and ends: rest.InClusterConfig (v1.36)

import type { Context } from '../../engine/index.ts';
import { programSteps as steps } from '../../steps/programs.ts';
import { startPodWatcher } from './pod-watcher.ts';
import type { ProgramWorld } from './program.ts';
import { startVideoOperator } from './video-operator.ts';

/** Starts what an image of `PROGRAM_IMAGES` holds; what it gives back ends it. */
export function startProgram(ctx: Context, image: string, world: ProgramWorld): () => void {
  const { name, namespace, account } = world;
  const started = ctx
    .as(name)
    .step(steps.started, `pods/${namespace}/${name}`, { program: name, account: `${namespace}/${account}` });
  world.write(`starting as ${namespace}/${account}`);
  const stop = image.includes('video-operator') ? startVideoOperator(started, world) : startPodWatcher(started, world);
  return () => {
    stop();
    world.env.engine.background(name).step(steps.stopped, `pods/${namespace}/${name}`, { program: name });
  };
}

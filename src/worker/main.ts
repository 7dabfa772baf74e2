import { CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../cluster/assemble.ts';
import type { FromWorker, ToWorker } from '../protocol/messages.ts';
import { Pump } from './pump.ts';

/**
 * The entry of the engine's worker. It is built as one classic script, so it must not rely on being a module.
 * `setTimeout` gives way to messages that have arrived in the meantime; the simulation never sees the clock.
 */
const MAX_STEPS = 2_000_000;
const RESTLESS_AFTER = 200_000;

const pump = new Pump(
  {
    post: (message: FromWorker) => self.postMessage(message),
    later: (action) => setTimeout(action, 0),
    now: () => performance.now(),
  },
  {
    kinds: clusterKinds,
    program: (run) => clusterProgram(run.cluster),
    startTime: CLUSTER_START_TIME,
    maxSteps: MAX_STEPS,
    restlessAfter: RESTLESS_AFTER,
    build: __KUBESTEP_BUILD__,
  },
);

self.onmessage = (event: MessageEvent<ToWorker>) => pump.receive(event.data);

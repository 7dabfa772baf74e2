import { SCENARIOS, type Scenario } from '../../scenarios/index.ts';
import { useFrameState } from '../public.ts';

/** The scenario that the run is of, if it is of one. */
export function useScenario(): Scenario | undefined {
  const id = useFrameState(({ frame }) => frame?.run.scenario);
  return SCENARIOS.find((each) => each.id === id);
}

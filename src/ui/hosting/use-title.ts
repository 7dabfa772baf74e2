import { useText } from '../i18n/words.ts';
import { useFrameState, useViewer } from '../public.ts';
import { lineOf } from '../widgets/kit/input-line.ts';

/** What every first visit begins with. */
const FIRST_LINE = 'kubectl apply -f deploy.yaml';

/** The open scenario's name, the first story's, else what was done first; nothing until it is known what is open. */
export function useTitle(): string {
  const t = useText();
  const scenario = useViewer((state) => state.title);
  const isScenario = useFrameState(({ frame }) => frame?.run.scenario !== undefined);
  const begun = useFrameState(({ frame }) => {
    const first = frame?.run.inputs[0];
    return first && lineOf(first.input);
  });
  if (isScenario) return scenario;
  return begun === FIRST_LINE ? t('sample.deployment') : (begun ?? '');
}

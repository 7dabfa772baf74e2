import type { DiagnosisView } from '../../protocol/diagnosis-view.ts';
import type { PodTile, StageView, StepView } from '../../protocol/views.ts';
import type { TextKey, Translate } from '../i18n/words.ts';
import type { Narrator } from './narrator.ts';

/** A command that failed must not go under in the rest after it. */
export function isFailure({ kind, args }: Pick<StepView, 'kind' | 'args'>): boolean {
  return kind.endsWith('.exit') && args.code !== 0;
}

/** There are two lines for all that is said. */
const LONGEST_REASON = 110;

/** The end of a command with the error that it printed: warnings may stand before it. */
export function withReason(sentence: string, stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /\S/.test(line) && !/^(?:Warning:|[IW]\d{4} )/.test(line));
  if (lines[0] === undefined) return sentence;
  // What only announces a list is told with its first line.
  const found = /:\s*$/.test(lines[0]) ? `${lines[0].trim()} ${(lines[1] ?? '').replace(/^[\s*]+/, '')}` : lines[0];
  const [colon, stop] = sentence.endsWith('。') ? ['：', '。'] : [': ', '.'];
  const reason = found.length > LONGEST_REASON ? `${found.slice(0, LONGEST_REASON)}…` : found;
  return `${sentence.slice(0, -1)}${colon}${reason}${/[.?!…]$/.test(reason) ? '' : stop}`;
}

/** Nobody can ask for anything, and nothing is told to anybody, until it is started again. */
export function isServerGone({ nextRevision, watchCacheRevision }: StageView): boolean {
  return nextRevision > 1 && watchCacheRevision === 0;
}

/** What there is when nothing moves any more: the first wish that is not met, or else what runs. */
export function restSentence(
  stage: StageView,
  diagnosis: DiagnosisView | undefined,
  narrator: Pick<Narrator, 'unmet'>,
  t: Translate,
): string {
  const first = diagnosis?.unmet[0];
  if (first === undefined) return t('rest.say', { pods: whatRuns(stage, t) });
  const said = narrator.unmet(first)?.says ?? t('rest.unmetUnsaid');
  const others = (diagnosis?.count ?? 1) - 1;
  const more = others === 0 ? '' : t(others === 1 ? 'rest.more1' : 'rest.more', { count: others });
  return t('rest.unmet', { unmet: said, more });
}

function whatRuns({ nodes, pendingPods, crowd }: StageView, t: Translate): string {
  const { pods, running, over, busy } = crowd ?? counted(nodes, pendingPods);
  const total = pods - over;
  const completed = over === 0 ? '' : t(over === 1 ? 'rest.completed1' : 'rest.completed', { count: over });
  if (total === 0) return t('rest.none') + completed;
  return t(runningKey(running, total, busy), { count: running, total, nodes: busy }) + completed;
}

/** The same of nodes that are few, as the engine counts it of very many. */
function counted(nodes: StageView['nodes'], pendingPods: StageView['pendingPods']) {
  const pods = nodes.flatMap((node) => node.pods);
  const isRunning = ({ glyph }: PodTile) => glyph === 'running';
  return {
    pods: pods.length + pendingPods.length,
    running: pods.filter(isRunning).length,
    over: pods.filter(({ glyph }) => glyph === 'succeeded').length,
    busy: nodes.filter((node) => node.pods.some(isRunning)).length,
  };
}

function runningKey(count: number, total: number, nodes: number): TextKey {
  if (count === 1 && total === 1) return 'rest.onlyOne';
  return nodes === 1 ? 'rest.runningOnOne' : 'rest.running';
}

/** Pods that at rest are not as they should be: those without a node first. */
export function wrongPods({
  nodes,
  pendingPods,
  wrongPods: some = [],
}: Pick<StageView, 'nodes' | 'pendingPods' | 'wrongPods'>): StageView['pendingPods'] {
  return [
    ...pendingPods,
    ...some,
    ...nodes.flatMap(({ pods }) => pods).filter(({ glyph }) => glyph !== 'running' && glyph !== 'succeeded'),
  ];
}

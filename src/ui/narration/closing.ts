import type { StageView, StepView, TerminalView } from '../../protocol/views.ts';
import type { TextKey, Translate } from '../i18n/words.ts';
import { shorten } from '../widgets/kit/format.ts';

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
function isServerGone({ nextRevision, watchCacheRevision }: StageView): boolean {
  return nextRevision > 1 && watchCacheRevision === 0;
}

/** What there is when nothing moves any more. */
export function restSentence(stage: StageView, t: Translate): string {
  if (isServerGone(stage)) return t('rest.noServer');
  const { nodes, pendingPods } = stage;
  const pods = nodes.flatMap((node) => node.pods);
  const running = pods.filter(({ glyph }) => glyph === 'running');
  const over = pods.filter(({ glyph }) => glyph === 'succeeded').length;
  const total = pods.length + pendingPods.length - over;
  const completed = over === 0 ? '' : t(over === 1 ? 'rest.completed1' : 'rest.completed', { count: over });
  const on = nodes.filter((node) => node.pods.some(({ glyph }) => glyph === 'running')).length;
  const wrong = wrongPods({ nodes, pendingPods });
  if (wrong.length > 0) {
    const named = wrong
      .slice(0, MOST_NAMED)
      .map(({ name, glyph, word, ready }) =>
        t('rest.wrongOne', { pod: shorten(name, 20), word: glyph === 'running-not-ready' ? `${word} ${ready}` : word }),
      );
    const more = wrong.length > MOST_NAMED ? ` +${wrong.length - MOST_NAMED}` : '';
    return t('rest.wrong', { count: running.length, total, completed, wrong: named.join(t('rest.and')) + more });
  }
  return t('rest.say', {
    pods:
      (total === 0
        ? t('rest.none')
        : t(runningKey(running.length, total, on), { count: running.length, total, nodes: on })) + completed,
  });
}

function runningKey(count: number, total: number, nodes: number): TextKey {
  if (count === 1 && total === 1) return 'rest.onlyOne';
  return nodes === 1 ? 'rest.runningOnOne' : 'rest.running';
}

const MOST_NAMED = 2;

/** Pods that at rest are not as they should be: those without a node first. */
function wrongPods({ nodes, pendingPods }: Pick<StageView, 'nodes' | 'pendingPods'>): StageView['pendingPods'] {
  return [
    ...pendingPods,
    ...nodes.flatMap(({ pods }) => pods).filter(({ glyph }) => glyph !== 'running' && glyph !== 'succeeded'),
  ];
}

type Typed = Pick<TerminalView['commands'][number], 'line' | 'exitCode'>;

/** Somebody was asked over the network and did not answer. */
function isUnanswered({ line, exitCode = 0 }: Typed): boolean {
  return exitCode !== 0 && /(?:^|\s)(?:curl|wget|nc)\s/.test(line);
}

/** Commands that are worth a look next, for what is there and was typed last. */
export function nextCommands(stage: StageView, last?: Typed): readonly (readonly string[])[] {
  if (isServerGone(stage)) return [];
  const { nodes, pendingPods, tickets } = stage;
  const all = nodes.flatMap((node) => node.pods);
  const pods = all.filter(({ glyph }) => glyph === 'running');
  const about = tickets.find(({ subject }) => subject.startsWith('deployments.apps/default/'));
  const name = about === undefined || about.op === 'delete' ? undefined : about.subject.split('/').at(-1);
  const stuck = wrongPods({ nodes, pendingPods })[0];
  const pod = pods.find(({ subject }) => subject.startsWith('pods/default/'))?.name;
  const found: (readonly string[])[] = [];
  // Time goes on only when somebody waits: a schedule needs a minute, and so does a kubelet to be missed.
  const isMissed = nodes.some(({ isSilent, ready }) => isSilent === true && ready);
  if (isMissed || tickets.some(({ subject, op }) => subject.startsWith('cronjobs.batch/') && op !== 'delete'))
    found.push(['sleep', '60']);
  // Its Pods are given up five minutes later.
  if (nodes.some(({ isSilent, ready }) => isSilent === true && !ready)) found.push(['get', 'nodes'], ['sleep', '300']);
  if (stuck !== undefined) {
    const [, namespace = '', pod = ''] = stuck.subject.split('/');
    const there = namespace === 'default' ? [] : ['-n', namespace];
    found.push(['describe', 'pod', pod, ...there]);
    // It ran and told why it did not go on.
    if (/^(CrashLoopBackOff|Error)$/.test(stuck.word)) found.push(['logs', pod, ...there]);
    // Nobody tries again before time has passed.
    if (stuck.glyph === 'backoff') found.push(['sleep', '60']);
  }
  if (name !== undefined) found.push(['scale', 'deployment', name, `--replicas=${pods.length > 3 ? 1 : 5}`]);
  if (pod !== undefined) found.push(['delete', 'pod', pod]);
  if (name !== undefined && stuck === undefined) found.push(['rollout', 'restart', 'deployment', name]);
  // Whom a Service leads to is the question then, and not how many there are.
  if (last !== undefined && isUnanswered(last))
    return [...found.filter(([verb]) => verb === 'describe'), ['get', 'services'], ['get', 'endpointslices']];
  return found.length > 0 ? found : [['get', 'pods']];
}

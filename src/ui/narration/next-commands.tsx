import type { ReactElement } from 'react';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { StageView, TerminalView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import { useView } from '../public.ts';
import { plain } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { unmetWords } from '../widgets/unmet/strings.ts';
import { shortName, waysOf } from '../widgets/unmet/ways.ts';
import { isServerGone, wrongPods } from './closing.ts';

const NONE: readonly never[] = [];

/** So many buttons have room; of wishes that are not met one may see more. */
const MOST = 3;
const MOST_OF_UNMET = 5;

/** Buttons for what one could do next: about the first wish that is not met, to the others, then what is worth a look. */
export function NextCommands({
  stage,
  unmet = NONE,
}: {
  readonly stage: StageView;
  readonly unmet?: readonly UnmetView[] | undefined;
}): ReactElement {
  const t = useText();
  const host = useHost();
  const words = useWords(unmetWords);
  const typed = useView('terminal')?.commands.at(-1);
  const [first, ...others] = unmet;
  const ways = first === undefined ? [] : waysOf(first, host, words);
  const room = MOST_OF_UNMET - Math.min(ways.length, MOST_OF_UNMET);
  return (
    <div className="facts next-commands">
      {ways.map(({ key, text, title, act }) => (
        <button key={key} type="button" className={`btn small way-${key}`} title={title} onClick={act}>
          {text}
        </button>
      ))}
      {others.slice(0, room).map((each) => (
        <button
          key={each.subject + each.wish.key}
          type="button"
          className="btn small way-other"
          title={plain(host.unmet?.(each)?.says ?? '')}
          onClick={() => host.openWhy({ type: 'unmet', subject: each.subject })}
        >
          {t('rest.whyOf', { name: shortName(each.subject) })}
        </button>
      ))}
      {nextCommands(stage, typed)
        .slice(0, Math.max(0, MOST - ways.length))
        .map((argv) => {
          const line = (argv[0] === 'sleep' ? argv : ['kubectl', ...argv]).join(' ');
          return (
            <button
              key={line}
              type="button"
              className="btn small"
              title={line}
              onClick={() => void host.give({ type: 'kubectl', argv, files: {} }).catch(() => undefined)}
            >
              {line}
            </button>
          );
        })}
    </div>
  );
}

type Typed = Pick<TerminalView['commands'][number], 'line' | 'exitCode'>;

/** Somebody was asked over the network and did not answer. */
function isUnanswered({ line, exitCode = 0 }: Typed): boolean {
  return exitCode !== 0 && /(?:^|\s)(?:curl|wget|nc)\s/.test(line);
}

/** Commands that are worth a look next, for what is there and was typed last. */
export function nextCommands(stage: StageView, last?: Typed): readonly (readonly string[])[] {
  if (isServerGone(stage)) return [];
  const { nodes, tickets } = stage;
  const all = nodes.flatMap((node) => node.pods);
  const pods = all.filter(({ glyph }) => glyph === 'running');
  const about = tickets.find(({ subject }) => subject.startsWith('deployments.apps/default/'));
  const name = about === undefined || about.op === 'delete' ? undefined : about.subject.split('/').at(-1);
  const stuck = wrongPods(stage)[0];
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

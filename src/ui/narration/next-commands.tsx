import type { ReactElement } from 'react';
import type { ChangeView, UnmetView } from '../../protocol/diagnosis-view.ts';
import type { Input } from '../../protocol/run-description.ts';
import type { StageView, TerminalView } from '../../protocol/views.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { useText } from '../i18n/words.ts';
import { usePage, useView } from '../public.ts';
import { duration, shorten } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { isServerGone, wrongPods } from './closing.ts';

/** So many buttons have room. */
const MOST = 3;

/** Buttons for what one could do next: about the first wish that is not met, then what is worth a look. */
export function NextCommands({
  stage,
  first,
}: {
  readonly stage: StageView;
  readonly first?: UnmetView | undefined;
}): ReactElement {
  const t = useText();
  const host = useHost();
  const typed = useView('terminal')?.commands.at(-1);
  // Where a Pod found no node: the question that everybody asks.
  const failure = useView('timeline')?.marks.findLast(
    ({ type, text }) => type === 'failure' && stage.pendingPods.some(({ subject }) => subject === text),
  );
  const ways = useWays(first);
  const asked = failure === undefined ? 0 : 1;
  return (
    <div className="facts next-commands">
      {failure !== undefined && (
        <button type="button" className="btn small" onClick={() => host.openWhy({ type: 'step', seq: failure.seq })}>
          {t('rest.whyPending', { pod: shorten(failure.text.slice(failure.text.lastIndexOf('/') + 1), 18) })}
        </button>
      )}
      {ways.slice(0, MOST - asked).map(({ text, act }) => (
        <button key={text} type="button" className="btn small" title={text} onClick={act}>
          {text}
        </button>
      ))}
      {nextCommands(stage, typed)
        .slice(0, Math.max(0, MOST - asked - ways.length))
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

interface Way {
  readonly text: string;
  readonly act: () => void;
}

/** To what somebody did, to what would meet the wish, and back to before the deed. */
function useWays(unmet: UnmetView | undefined): readonly Way[] {
  const t = useText();
  const host = useHost();
  const { editField } = usePage();
  if (unmet === undefined) return [];
  const { deed, since, change, undo } = unmet;
  const give = (input: Input) => () => void host.give(input).catch(() => undefined);
  const type = (line: string): Way => ({ text: line, act: give(typedLine(line)) });
  const ways: Way[] = [];
  if (deed !== undefined) {
    const told = deed.kind === kubectl.command.name ? String(deed.args.line) : host.sentence(deed).replaceAll('**', '');
    const text =
      since === undefined
        ? told
        : t('rest.deed', { since: t('rest.since', { time: duration(since.micros) }), deed: told });
    ways.push({ text, act: () => host.seek(deed.seq) });
  }
  if (change?.type === 'command') ways.push(type(change.line));
  if (change?.type === 'start') ways.push({ text: t('rest.start', { name: change.name }), act: give(startOf(change)) });
  if (change?.type === 'field' && editField !== undefined)
    ways.push({ text: t('rest.edit', { path: change.path }), act: () => editField(change.subject, change.path) });
  if (undo !== undefined) ways.push(type(undo));
  return ways;
}

function typedLine(line: string): Input {
  const argv = line.split(' ');
  return argv[0] === 'etcdctl' ? { type: 'etcdctl', argv } : { type: 'kubectl', argv, files: {} };
}

function startOf({ what, name }: Extract<ChangeView, { type: 'start' }>): Input {
  if (what === 'api-server') return { type: 'api-server', state: 'running' };
  if (what === 'kubelet') return { type: 'kubelet', node: name, state: 'running' };
  return { type: 'etcd-member', member: name, state: 'running' };
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

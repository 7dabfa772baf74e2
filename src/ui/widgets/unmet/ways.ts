import type { ChangeView, UnmetView } from '../../../protocol/diagnosis-view.ts';
import type { Input } from '../../../protocol/run-description.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { duration, plain, shorten } from '../kit/format.ts';
import type { Host } from '../kit/host.ts';
import type { Say } from '../kit/words.ts';
import type { unmetWords } from './strings.ts';

/** Something that one may do about a wish that is not met. */
export interface Way {
  readonly key: 'change' | 'undo' | 'deed' | 'object';
  readonly text: string;
  readonly title: string;
  readonly act: () => void;
}

type Words = Say<keyof typeof unmetWords.en>;

/** To what would meet the wish, back to before the deed, to what somebody did, to the object that is in the way. */
export function waysOf(unmet: UnmetView, host: Host, t: Words): readonly Way[] {
  const { change, undo, deed, since } = unmet;
  const ways: Way[] = [];
  const add = (key: Way['key'], text: string, act: () => void, title = text) => ways.push({ key, text, title, act });
  const give = (input: Input) => () => void host.give(input).catch(() => undefined);
  if (change?.type === 'command')
    add('change', change.line, give(typedLine(change.line)), t('run', { line: change.line }));
  if (change?.type === 'start') add('change', t('start', { name: change.name }), give(startOf(change)));
  const { edit } = host;
  if (change?.type === 'field' && edit !== undefined)
    add(
      'change',
      t('edit', { path: endOf(change.path) }),
      () => edit(change.subject, change.path),
      t('edit', { path: asWritten(change.path) }),
    );
  if (undo !== undefined) add('undo', undo, give(typedLine(undo)), t('undo', { line: undo }));
  if (deed !== undefined) {
    const told = toldDeed(unmet, host);
    const text =
      since === undefined ? told : `${t('sinceTime', { time: duration(since.micros) })}, ${t('deed', { deed: told })}`;
    add('deed', text, () => host.seek(deed.seq), t('goDeed', { deed: told }));
  }
  const object = objectOf(unmet);
  if (object !== undefined) {
    const name = t('open', { name: shorten(shortName(object), 30) });
    add('object', name, () => host.look({ panel: 'object', subject: object }), t('open', { name: object }));
  }
  return ways;
}

const LONGEST_PATH = 34;

/** `spec.containers.0.image` as people write it. */
const asWritten = (path: string) => path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');

/** Of a long path its end, which tells most. */
function endOf(path: string): string {
  const parts = asWritten(path).split('.');
  while (parts.length > 1 && parts.join('.').length > LONGEST_PATH) parts.shift();
  return parts.join('.');
}

/** What somebody typed, or what was stopped. */
export function toldDeed({ deed }: UnmetView, host: Host): string {
  if (deed === undefined) return '';
  return deed.kind === kubectl.command.name ? String(deed.args.line) : plain(host.sentence(deed));
}

/** The object that is in the way, where there is one in the store. */
function objectOf({ held, subject }: UnmetView): string | undefined {
  return [held, subject].find((each) => each?.includes('/') === true && !/^(?:kubectl|users)\//.test(each));
}

/** `deployments.apps/default/web` as kubectl prints it: `deployment/web`. */
export function shortName(subject: string): string {
  const [resource = '', ...rest] = subject.split('/');
  const [plural = ''] = resource.split('.', 1);
  return rest.length === 0 || plural === 'kubectl' ? plural : `${singular(plural)}/${rest.at(-1)}`;
}

function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  return /(?:ss|ch|sh|x)es$/.test(plural) ? plural.slice(0, -2) : plural.replace(/s$/, '');
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

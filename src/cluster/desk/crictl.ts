// Models cri-tools cmd/crictl (v1.33): ps, pods, images as a person on a node asks for them

import { SECOND } from '../../base/time/units.ts';
import type { Engine } from '../../engine/index.ts';
import { CONTAINER_TABLES, IMAGE_TABLES, SANDBOX_TABLES } from '../cri/rows.ts';
import { fails, says, type Told } from '../tools/told.ts';

const ID = 13;
const MIN_WIDTH = 20;
const PADDING = 3;
const USAGE =
  'NAME:\n   crictl - client for CRI\n\nUSAGE:\n   crictl [global options] command [command options] [arguments...]\n\nCOMMANDS (those that are modelled here):\n   images, image, img  List images\n   pods                List pods\n   ps                  List containers\n';

/** `crictl ps [-a] [--name X]`, `crictl pods`, `crictl images`. */
export function crictl(engine: Engine, node: string, args: readonly string[]): Told {
  const [command] = args.filter((word) => !word.startsWith('-'));
  const name = args.find((_, at) => args[at - 1] === '--name');
  const isQuiet = args.some((word) => /^(?:-q|--quiet)$/.test(word));
  switch (command) {
    case 'ps':
      return containers(engine, node, { isAll: args.some((word) => /^-\w*a\w*$|^--all$/.test(word)), isQuiet, name });
    case 'pods':
      return sandboxes(engine, node, { isQuiet, name });
    case 'images':
    case 'image':
    case 'img':
      return images(engine, node, isQuiet);
    case undefined:
      return says(USAGE);
    default:
      return fails(`crictl ${command}: not modelled\n`);
  }
}

interface Asked {
  readonly isAll?: boolean;
  readonly isQuiet: boolean;
  readonly name: string | undefined;
}

function containers(engine: Engine, node: string, { isAll = false, isQuiet, name }: Asked): Told {
  const pods = engine.table(SANDBOX_TABLES.of(node));
  const images = [...engine.table(IMAGE_TABLES.of(node)).values()];
  const rows = [...engine.table(CONTAINER_TABLES.of(node)).values()]
    .filter((one) => (isAll || one.state === 'running') && (name === undefined || one.name.includes(name)))
    .sort((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0));
  if (isQuiet) return says(rows.map(({ id }) => `${id}\n`).join(''));
  const cells = rows.map((one) => {
    const image = images.find(({ tags }) => tags.includes(one.image))?.id ?? one.image;
    const pod = pods.get(one.sandboxId);
    return [
      one.id.slice(0, ID),
      image.replace('sha256:', '').slice(0, ID),
      ago(engine.now - (one.startedAt ?? engine.now)),
      STATES[one.state] ?? 'Unknown',
      one.name,
      String(one.attempt),
      one.sandboxId.slice(0, ID),
      pod?.pod ?? one.pod,
      one.namespace,
    ];
  });
  return table(['CONTAINER', 'IMAGE', 'CREATED', 'STATE', 'NAME', 'ATTEMPT', 'POD ID', 'POD', 'NAMESPACE'], cells);
}

const STATES: { readonly [state: string]: string } = { created: 'Created', running: 'Running', exited: 'Exited' };

function sandboxes(engine: Engine, node: string, { isQuiet, name }: Asked): Told {
  const rows = [...engine.table(SANDBOX_TABLES.of(node)).values()]
    .filter(({ pod }) => name === undefined || pod.includes(name))
    .sort((one, other) => other.createdAt - one.createdAt);
  if (isQuiet) return says(rows.map(({ id }) => `${id}\n`).join(''));
  const cells = rows.map(({ id, createdAt, ready, pod, namespace, attempt }) => [
    id.slice(0, ID),
    ago(engine.now - createdAt),
    ready ? 'Ready' : 'NotReady',
    pod,
    namespace,
    String(attempt),
    '(default)',
  ]);
  return table(['POD ID', 'CREATED', 'STATE', 'NAME', 'NAMESPACE', 'ATTEMPT', 'RUNTIME'], cells);
}

function images(engine: Engine, node: string, isQuiet: boolean): Told {
  const rows = [...engine.table(IMAGE_TABLES.of(node)).values()];
  if (isQuiet) return says(rows.map(({ id }) => `${id}\n`).join(''));
  const cells = rows
    .flatMap(({ id, tags, sizeBytes }) =>
      tags.map((tag) => {
        const colon = tag.lastIndexOf(':');
        const size = sizeBytes >= 1e6 ? `${shortened(sizeBytes / 1e6)}MB` : `${shortened(sizeBytes / 1e3)}kB`;
        return [tag.slice(0, colon), tag.slice(colon + 1), id.replace('sha256:', '').slice(0, ID), size];
      }),
    )
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return table(['IMAGE', 'TAG', 'IMAGE ID', 'SIZE'], cells);
}

/** Three digits that count, as go-units has them. */
const shortened = (size: number): string => String(Number(size.toPrecision(3)));

function table(head: readonly string[], rows: readonly (readonly string[])[]): Told {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(MIN_WIDTH, ...all.map((row) => (row[at] ?? '').length + PADDING)));
  const lines = all.map((row) =>
    row.map((cell, at) => (at + 1 < row.length ? cell.padEnd(widths[at] ?? 0) : cell)).join(''),
  );
  return says(lines.map((line) => `${line}\n`).join(''));
}

// Models github.com/docker/go-units duration.go HumanDuration (v0.5)
function ago(micros: number): string {
  const seconds = Math.floor(micros / SECOND);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.round(seconds / 3600);
  if (seconds < 1) return 'Less than a second ago';
  if (seconds === 1) return '1 second ago';
  if (seconds < 60) return `${seconds} seconds ago`;
  if (minutes === 1) return 'About a minute ago';
  if (minutes < 60) return `${minutes} minutes ago`;
  if (hours === 1) return 'About an hour ago';
  if (hours < 48) return `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

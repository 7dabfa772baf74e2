import { printRun, type RunFile, readRun } from '../../../protocol/run-file.ts';
import type { Host } from '../../widgets/kit/host.ts';
import { filesOf } from '../applied.ts';
import { MOST_MEGABYTES, type ReadFile, saveText } from '../disk.ts';
import { shownLast, type Workbench, withFiles, withFilesOf } from '../workbench.ts';
import { badRunWords, unreadWords } from './unopened.ts';

type Text = Extract<ReadFile, { readonly type: 'text' }>;
type Unread = Exclude<ReadFile, { readonly type: 'text' }>;

interface Of {
  readonly host: Host;
  readonly bench: Workbench;
  readonly say: (problem: string) => void;
  readonly setPrinted: (files: readonly Text[]) => void;
}

/** What no person writes into a manifest, or the first line of an audit log. */
const PRINTED = /"audit\.k8s\.io\/|(?=[\s\S]*\bresourceVersion"?: )(?=[\s\S]*\buid"?: )/;

/** Opens a run, or the text of one, with the files that belong to it; answers why it could not be opened. */
async function openRun(name: string, run: string | RunFile, { host, bench }: Of): Promise<readonly string[]> {
  const read = typeof run === 'string' ? readRun(run) : run;
  if (typeof read === 'string') return [badRunWords(name, read, host.language)];
  try {
    await host.openRun(read.run, read.position, read.present, read.pins ?? []);
    if (read.breakpoints !== undefined) host.setBreakpoints(read.breakpoints);
    bench.setState((state) => withFilesOf(state, read.files ?? filesOf(read.run)));
    return [];
  } catch (error) {
    return [badRunWords(name, error instanceof Error ? error.message : String(error), host.language)];
  }
}

export function saveRun({ host, bench }: Of): void {
  const { frame } = host;
  if (frame === undefined) return;
  const text = printRun({
    run: frame.run,
    position: frame.seq,
    pins: host.pins?.() ?? [],
    files: shownLast(bench.now()),
    breakpoints: host.breakpoints,
  });
  saveText('run.kubestep.json', text, 'application/json');
}

export async function takeRun(name: string, run: string | RunFile, of: Of): Promise<void> {
  of.say((await openRun(name, run, of)).join(' '));
}

/** Manifests become tabs, a saved run is opened; of what a cluster has printed a run may begin. */
export async function take(list: readonly ReadFile[], of: Of): Promise<void> {
  const { host, bench, say, setPrinted } = of;
  const problems: string[] = [];
  const unread: Unread[] = [];
  const manifests: { readonly name: string; readonly text: string }[] = [];
  const found: Text[] = [];
  for (const read of list) {
    if (read.type !== 'text') unread.push(read);
    else if (isRun(read)) problems.push(...(await openRun(read.name, read.text, of)));
    else {
      const isLarge = read.text.length > MOST_MEGABYTES * 1024 * 1024;
      if (PRINTED.test(read.text)) found.push(read);
      else if (isLarge) unread.push({ ...read, type: 'large' });
      if (!isLarge) manifests.push({ name: read.name, text: read.text });
    }
  }
  setPrinted(found);
  if (manifests.length > 0) bench.setState((state) => withFiles(state, manifests));
  say([...problems, ...unread.map((each) => unreadWords(each, host.language))].join(' '));
}

export async function beginWith(list: readonly ReadFile[], { host, bench, say, setPrinted }: Of): Promise<void> {
  setPrinted([]);
  const unread = list.flatMap((each) => (each.type === 'text' ? [] : [unreadWords(each, host.language)]));
  const read = list.flatMap((each) => (each.type === 'text' ? [each] : []));
  const { beginWithPrinted } = await import('./own-cluster.ts');
  await beginWithPrinted(read, unread, { host, bench, say });
}

function isRun({ name, text }: { readonly name: string; readonly text: string }): boolean {
  return /"kubestep"\s*:\s*"run"/.test(text.slice(0, 200)) || /\.kubestep\.json$/.test(name);
}

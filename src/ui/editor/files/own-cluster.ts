import { isAuditLog, readLog } from '../../../brought/audit/read-log.ts';
import { readBrought } from '../../../brought/read-brought.ts';
import type { BroughtFile } from '../../../brought/read-file.ts';
import { sayComplaint, sayRemark } from '../../../brought/words.ts';
import type { ClusterConfig } from '../../../protocol/run-description.ts';
import type { Host, Language } from '../../widgets/kit/host.ts';
import type { Dictionary } from '../../widgets/kit/words.ts';
import { type Workbench, withFiles } from '../workbench.ts';

interface OwnCluster {
  /** What a run begins with; undefined where the files hold nothing that it could begin with. */
  readonly cluster: ClusterConfig | undefined;
  /** Files in which some object has been kept by no server: they are to be applied. */
  readonly hasWishes: boolean;
  /** What could not be used and what was changed, a line each. */
  readonly said: readonly string[];
}

/** Reads what somebody brings from a cluster of their own: its objects, or the audit log of its API server. */
function readOwnCluster(files: readonly BroughtFile[], language: Language): OwnCluster {
  const [only] = files;
  if (files.length === 1 && only !== undefined && isAuditLog(only.text)) {
    const { log, complaints } = readLog(only);
    const said = complaints.map((each) => sayComplaint(language, each));
    return { cluster: log && { nodes: 0, latencies: 'zero', log }, hasWishes: false, said };
  }
  const { start, wishes, complaints, remarks } = readBrought(files);
  const said = [
    ...complaints.map((each) => sayComplaint(language, each)),
    ...remarks.map((each) => sayRemark(language, each)),
  ];
  return { cluster: start && { nodes: 0, latencies: 'realistic', start }, hasWishes: wishes.length > 0, said };
}

const en = { notes: 'what-was-read.txt', failed: 'No run could begin with it: {message}' };
const zh: Record<keyof typeof en, string> = { notes: '读取说明.txt', failed: '无法以此开始运行：{message}' };
const words: Dictionary<keyof typeof en> = { en, zh };

/** Begins a run with what was read, and says what of it could not be used; what no server has seen becomes files to apply. */
export async function beginWithPrinted(
  read: readonly BroughtFile[],
  unread: readonly string[],
  { host, bench, say }: { readonly host: Host; readonly bench: Workbench; readonly say: (problem: string) => void },
): Promise<void> {
  const { frame, language } = host;
  if (read.length === 0 || frame === undefined) return say(unread.join(' '));
  const { cluster, hasWishes, said } = readOwnCluster(read, language);
  const told = [...unread, ...said];
  if (cluster === undefined && !hasWishes) return say(told.join(' '));
  const notes = told.length === 0 ? [] : [{ name: words[language].notes, text: `${told.join('\n')}\n` }];
  try {
    if (cluster !== undefined) {
      const { v, build, seed } = frame.run;
      await host.openRun({ v, build, seed, cluster, inputs: [] });
      // A first look, to its end: there the page says what is not as wished.
      if (cluster.log === undefined) await host.give({ type: 'kubectl', argv: ['get', 'pods', '-A'], files: {} });
      host.seek(Number.MAX_SAFE_INTEGER);
    }
    bench.setState((state) => withFiles(state, hasWishes ? [...notes, ...read] : notes));
    say('');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say(words[language].failed.replace('{message}', message));
  }
}

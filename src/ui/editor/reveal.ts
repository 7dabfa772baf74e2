import { ask } from './checker.ts';
import type { Workbench } from './workbench.ts';

/** Shows the line of a manifest from which a field came. False when no open file has such an object. */
export async function revealField(bench: Workbench, subject: string, path: string): Promise<boolean> {
  const { files, active } = bench.now();
  const inOrder = [...files].sort((a, b) => Number(b.name === active) - Number(a.name === active));
  for (const { name, text } of inOrder) {
    const at = await ask('findField', text, subject, path);
    if (at === undefined) continue;
    bench.setState({ active: name, reveal: { line: Math.max(1, at.line), column: Math.max(1, at.column) } });
    return true;
  }
  return false;
}

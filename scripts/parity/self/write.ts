import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '../recordings/recording.ts';

/** Writes a recording as a folder in the format of those of real clusters. */
export function writeRecording(folder: string, recording: Recording): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(filesOf(recording))) writeFileSync(join(folder, name), text);
}

export function filesOf(recording: Recording): { readonly [name: string]: string } {
  const { meta, commands, audit, reads, watch, etcd, final } = recording;
  const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const rows = etcd.map(({ op, revision, version, createRevision, lease, key }) =>
    [op, revision, version, createRevision, lease, key].join(' '),
  );
  return {
    'meta.json': `${JSON.stringify(meta, undefined, 1)}\n`,
    'commands.jsonl': lines(commands),
    'audit.jsonl': lines(audit.map((entry, n) => ({ n, ...entry }))),
    'reads.jsonl': lines(reads),
    'watch.jsonl': lines(watch),
    'etcd.txt': `# op mod_revision version create_revision lease key\n${rows.map((row) => `${row}\n`).join('')}`,
    'final.json': `${JSON.stringify({ kind: 'List', apiVersion: 'v1', items: final })}\n`,
  };
}

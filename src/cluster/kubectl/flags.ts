// Models the flags of staging/src/k8s.io/kubectl/pkg/cmd (v1.36)

import type { Flag } from './argv.ts';

export const value = (name: string, letter?: string): Flag => ({
  name,
  takes: 'value',
  ...(letter === undefined ? {} : { letter }),
});
export const whole = (name: string, letter?: string): Flag => ({ ...value(name, letter), is: 'whole' });
export const duration = (name: string): Flag => ({ ...value(name), is: 'duration' });
export const list = (name: string, letter?: string): Flag => ({
  name,
  takes: 'list',
  ...(letter === undefined ? {} : { letter }),
});
export const toggle = (name: string, letter?: string): Flag => ({
  name,
  takes: 'nothing',
  ...(letter === undefined ? {} : { letter }),
});

export const SELECTION: readonly Flag[] = [
  value('selector', 'l'),
  toggle('all'),
  list('filename', 'f'),
  toggle('recursive', 'R'),
  value('field-selector'),
];
export const OUTPUT: readonly Flag[] = [value('output', 'o'), value('template')];
export const DRY_RUN: Flag = { name: 'dry-run', takes: 'value', bare: 'unchanged' };
export const WRITING: readonly Flag[] = [
  ...OUTPUT,
  value('field-manager'),
  DRY_RUN,
  { name: 'validate', takes: 'value', bare: 'strict' },
  toggle('save-config'),
];

export const SHOWING: readonly Flag[] = [
  ...OUTPUT,
  toggle('all-namespaces', 'A'),
  toggle('watch', 'w'),
  toggle('output-watch-events'),
  toggle('show-labels'),
  toggle('show-kind'),
  toggle('no-headers'),
  toggle('show-managed-fields'),
  toggle('ignore-not-found'),
  list('label-columns', 'L'),
  value('sort-by'),
  whole('chunk-size'),
  value('raw'),
];

export const DELETION: readonly Flag[] = [
  value('output', 'o'),
  toggle('ignore-not-found'),
  toggle('force'),
  toggle('wait'),
  toggle('now'),
  whole('grace-period'),
  duration('timeout'),
  { name: 'cascade', takes: 'value', bare: 'background' },
];

/** What `create KIND` takes, all kinds together. */
export const GENERATOR_FLAGS: readonly Flag[] = [
  list('image'),
  whole('replicas', 'r'),
  whole('port'),
  list('from-literal'),
  list('tcp'),
  whole('node-port'),
  value('clusterip'),
  value('external-name'),
  list('hard'),
  list('verb'),
  list('resource'),
  value('role'),
  value('clusterrole'),
  list('user'),
  list('group'),
  list('serviceaccount'),
  list('audience'),
  duration('duration'),
  value('bound-object-kind'),
  value('bound-object-name'),
  value('bound-object-uid'),
  value('from'),
  value('schedule'),
  value('restart'),
];

export const RUN_FLAGS: readonly Flag[] = [
  value('image'),
  value('image-pull-policy'),
  value('restart'),
  value('port'),
  list('env'),
  list('labels', 'l'),
  toggle('command'),
  toggle('expose'),
  toggle('rm'),
  toggle('stdin', 'i'),
  toggle('tty', 't'),
];

export const STREAM_FLAGS: readonly Flag[] = [
  value('container', 'c'),
  toggle('stdin', 'i'),
  toggle('tty', 't'),
  toggle('quiet', 'q'),
  duration('pod-running-timeout'),
];

export const LOG_FLAGS: readonly Flag[] = [
  value('container', 'c'),
  toggle('follow', 'f'),
  toggle('previous', 'p'),
  toggle('timestamps'),
  whole('tail'),
  duration('since'),
  value('since-time'),
  whole('limit-bytes'),
  value('selector', 'l'),
  toggle('all-containers'),
  toggle('all-pods'),
  toggle('prefix'),
  toggle('ignore-errors'),
  whole('max-log-requests'),
];

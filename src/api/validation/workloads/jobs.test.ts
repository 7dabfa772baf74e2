import { describe, expect, it } from 'vitest';
import { wrong, wrongChange } from '../testing.ts';

const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } };
const labelled = (labels: object) => ({ ...template, metadata: { labels } });
const short = (texts: readonly string[]) =>
  texts.map((text) => text.replace(/ (must consist of|must have|a valid).*/, ''));

describe('VAL6: Jobs', () => {
  const job = (spec: object) => short(wrong('jobs.batch', { metadata: { name: 'j', namespace: 'n', uid: 'u' }, spec }));
  const generated = {
    'batch.kubernetes.io/controller-uid': 'u',
    'batch.kubernetes.io/job-name': 'j',
    'controller-uid': 'u',
    'job-name': 'j',
  };
  const selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } };
  const made = { selector, template: labelled(generated) };

  it('VAL6: have the selector and the labels that the server makes, unless somebody insists on others', () => {
    expect(job(made)).toEqual([]);
    const others = { ...generated, 'controller-uid': 'v', 'job-name': 'i' };
    const shown = JSON.stringify(others);
    expect(job({ ...made, template: labelled(others) })).toEqual([
      `spec.template.metadata.labels[controller-uid]: Invalid value: ${shown}: must be 'u'`,
      `spec.template.metadata.labels[job-name]: Invalid value: ${shown}: must be 'j'`,
    ]);
    const unnamed = { ...generated, 'batch.kubernetes.io/job-name': '', 'job-name': '' };
    const told = wrong('jobs.batch', {
      metadata: { namespace: 'n', uid: 'u' },
      spec: { ...made, template: labelled(unnamed) },
    });
    expect(
      told.filter((text) => !text.startsWith('metadata.name')),
      'without a name of its own',
    ).toEqual([]);
    const own = { matchLabels: { a: 'b' } };
    expect(job({ selector: own, template: labelled({ ...generated, a: 'b' }) })).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: `selector` not auto-generated',
    ]);
    expect(job({ manualSelector: true, selector: own, template: labelled({ a: 'b' }) })).toEqual([]);
    expect(job({ manualSelector: true, template: labelled({ a: 'b' }) })).toEqual([
      'spec.selector: Required value',
      'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
    ]);
  });

  it('VAL6: with indexes have as many as can be, under names that hosts can have', () => {
    const indexed = (spec: object) => job({ ...made, completionMode: 'Indexed', ...spec });
    expect(indexed({ completions: 1, maxFailedIndexes: 2 })).toEqual([
      'spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified',
      'spec.maxFailedIndexes: Invalid value: 2: must be less than or equal to completions',
    ]);
    expect(indexed({ completions: 200_000, parallelism: 20_000, backoffLimitPerIndex: 1 })).toEqual([
      'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
      'spec.parallelism: Invalid value: 20000: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
    ]);
    const long = { metadata: { name: 'a.b', namespace: 'n', uid: 'u' } };
    const dotted = {
      selector,
      template: labelled({ ...generated, 'job-name': 'a.b', 'batch.kubernetes.io/job-name': 'a.b' }),
    };
    expect(wrong('jobs.batch', { ...long, spec: { ...dotted, completionMode: 'Indexed', completions: 2 } })).toEqual([
      'metadata.name: Invalid value: "a.b": will not able to create pod with invalid DNS label: a.b-1',
    ]);
  });

  it('VAL6: succeed by indexes that they have', () => {
    const rule = (fields: object) =>
      job({ ...made, completionMode: 'Indexed', completions: 5, successPolicy: { rules: [fields] } }).map((text) =>
        text.replace('spec.successPolicy.rules[0]', ''),
      );
    expect(rule({ succeededIndexes: '0,2-3', succeededCount: 3 })).toEqual([]);
    expect(rule({ succeededIndexes: '0,2-3', succeededCount: 4 })).toEqual([
      '.succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of indexes in the specified succeededIndexes field)',
    ]);
    expect(rule({ succeededIndexes: '7' })).toEqual([
      '.succeededIndexes: Invalid value: "7": error parsing succeededIndexes: too large index: "7"',
    ]);
    expect(job({ ...made, managedBy: 'acme.io/a b', successPolicy: {} })).toEqual([
      "spec.managedBy: Invalid value: \"a b\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
      'spec.successPolicy: Invalid value: {"rules":null}: requires indexed completion mode',
    ]);
  });
});

describe('VAL6: CronJobs', () => {
  const cron = (fields: object) => ({
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template } }, ...fields },
  });
  const wrongly = (fields: object) => wrong('cronjobs.batch', cron(fields));

  it('VAL6: are looked at part by part, and their Jobs have no selector yet', () => {
    expect(wrongly({})).toEqual([]);
    const spec = { manualSelector: true, selector: { matchLabels: { a: 'b' } }, template, parallelism: -1 };
    expect(
      wrongly({
        schedule: 'x',
        startingDeadlineSeconds: -1,
        timeZone: 'A//B',
        concurrencyPolicy: 'X',
        jobTemplate: { spec },
      }),
    ).toEqual([
      'spec.schedule: Invalid value: "x": expected exactly 5 fields, found 1: [x]',
      'spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0',
      'spec.timeZone: Invalid value: "A//B": unknown time zone A//B',
      'spec.concurrencyPolicy: Unsupported value: "X": supported values: "Allow", "Forbid", "Replace"',
      'spec.jobTemplate.spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
      'spec.jobTemplate.spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: `selector` will be auto-generated',
      'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
    ]);
  });

  it('VAL6: keep a zone that they had from before the rule', () => {
    const old = cron({ schedule: 'TZ=UTC * * * * *' });
    const change = (fields: object) =>
      wrongChange('cronjobs.batch', old, cron({ schedule: 'TZ=UTC 1 * * * *', ...fields }));
    expect(change({})).toEqual([]);
    expect(change({ timeZone: 'UTC' })).toEqual([
      'spec.schedule: Invalid value: "TZ=UTC 1 * * * *": cannot use both timeZone field and TZ or CRON_TZ in schedule',
    ]);
    const named = (name: string) => ({ ...cron({}), metadata: { name, namespace: 'n', resourceVersion: '1' } });
    const long = 'n'.repeat(53);
    expect(wrong('cronjobs.batch', named(long))).toEqual([
      `metadata.name: Invalid value: "${long}": must be no more than 52 characters`,
    ]);
    const suspended = { ...named(long), ...cron({ suspend: true }) };
    expect(wrongChange('cronjobs.batch', named(long), suspended)).toEqual([]);
  });
});

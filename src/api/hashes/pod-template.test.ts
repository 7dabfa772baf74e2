import { describe, expect, it } from 'vitest';
import { dumpPodTemplate, podTemplateHash } from './pod-template.ts';
import vectors from './testdata/pod-template.json';

const BASE = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'b', resources: {} }] } };

function withResources(requests: Readonly<Record<string, string>>): object {
  return { ...BASE, spec: { containers: [{ name: 'a', resources: { requests } }] } };
}

describe('podTemplateHash', () => {
  it.each(vectors)('PTH1: the recorded template of $hash gives that suffix', ({ hash, template }) => {
    expect(podTemplateHash(template)).toBe(hash);
  });

  it('PTH1: key order and repetition do not matter', () => {
    const [first] = vectors;
    const spec = Object.fromEntries(Object.entries(first?.template.spec ?? {}).reverse());
    const template = { spec, metadata: first?.template.metadata };
    expect([podTemplateHash(template), podTemplateHash(template)]).toEqual([first?.hash, first?.hash]);
  });

  it('PTH2: a collision count changes the hash, 0 too', () => {
    const hashes = [podTemplateHash(BASE), podTemplateHash(BASE, 0), podTemplateHash(BASE, 1)];
    expect(new Set(hashes).size).toBe(3);
  });

  it('PTH3: text beyond ASCII is hashed as UTF-8', () => {
    const names = ['é', '中', '😀'].map((label) => podTemplateHash({ metadata: { labels: { app: label } } }));
    expect(new Set(names).size).toBe(3);
  });

  it('PTH4: empty lists and maps count as absent', () => {
    const empty = { metadata: { ...BASE.metadata, annotations: {} }, spec: { ...BASE.spec, volumes: [] } };
    expect(podTemplateHash(empty)).toBe(podTemplateHash(BASE));
  });

  it('PTH1: absent pointers, slices and maps print as nil with their type, embedded structs by name', () => {
    const dump = dumpPodTemplate({ spec: { containers: [{ name: 'a' }], volumes: [{ name: 'v', emptyDir: {} }] } });
    expect(dump).toContain('(v1.PodTemplateSpec){ObjectMeta:(v1.ObjectMeta){Name:(string) GenerateName:(string) ');
    expect(dump).toContain(
      'CreationTimestamp:(v1.Time){Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}',
    );
    expect(dump).toContain('Labels:(map[string]string)<nil>');
    expect(dump).toContain(
      'Volumes:([]v1.Volume)[{Name:(string)v VolumeSource:(v1.VolumeSource){HostPath:(*v1.HostPathVolumeSource)<nil> ',
    );
    expect(dump).toContain(
      'EmptyDir:(*v1.EmptyDirVolumeSource){Medium:(v1.StorageMedium) SizeLimit:(*resource.Quantity)<nil>}',
    );
    expect(dump).toContain('TTY:(bool)false');
  });

  it.each([
    ['100m', 'value:(int64)100 scale:(resource.Scale)-3', 'Dec:(*inf.Dec)<nil>', '100m', 'DecimalSI'],
    ['2', 'value:(int64)2 scale:(resource.Scale)0', 'Dec:(*inf.Dec)<nil>', '2', 'DecimalSI'],
    ['64Mi', 'value:(int64)67108864 scale:(resource.Scale)0', 'Dec:(*inf.Dec)<nil>', '', 'BinarySI'],
    ['100Mi', 'value:(int64)104857600 scale:(resource.Scale)0', 'Dec:(*inf.Dec)<nil>', '100Mi', 'BinarySI'],
  ])('PTH5: %s prints its private fields', (text, small, big, cached, format) => {
    const printed = `{i:(resource.int64Amount){${small}} d:(resource.infDecAmount){${big}} s:(string)${cached} Format:(resource.Format)${format}}`;
    expect(dumpPodTemplate(withResources({ cpu: text }))).toContain(`Requests:(v1.ResourceList)map[cpu:${printed}]`);
  });

  it('PTH5: a quantity that needs the big form prints its words', () => {
    const dump = dumpPodTemplate(withResources({ storage: '8Pi' }));
    expect(dump).toContain('Dec:(*inf.Dec){unscaled:(big.Int){neg:(bool)false abs:(big.nat)[');
    expect(dump).toContain('scale:(inf.Scale)9}} s:(string) Format:(resource.Format)BinarySI');
  });
});

import { defineSteps, step } from './define.ts';

const PROVISIONER = 'sigs.k8s.io/sig-storage-lib-external-provisioner controller/controller.go';
const DOCS = 'https://kubernetes.io/docs/concepts/storage/dynamic-provisioning/';
const ATTACHING = 'pkg/controller/volume/attachdetach/reconciler/reconciler.go';
const DETACHING =
  'https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#storage-force-detach-on-timeout';
const RESIZER = 'kubernetes-csi/external-resizer pkg/controller/controller.go';
const EXPANSION = 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims';
const SPEC = 'https://github.com/container-storage-interface/spec/blob/master/spec.md';
const DRIVER = 'There is no storage behind the driver: a volume is a folder that every node reaches.';

export const csi = defineSteps('csi', {
  claimTaken: step<{ driver: string }>({ level: 'step', models: PROVISIONER, docs: DOCS }),
  createVolume: step<{ driver: string; volume: string; size: string }>({
    level: 'step',
    models: SPEC,
    docs: DOCS,
    notModelled: DRIVER,
  }),
  registered: step<{ driver: string }>({
    level: 'step',
    models: 'pkg/volume/csi/nodeinfomanager/nodeinfomanager.go',
    docs: 'https://kubernetes.io/docs/concepts/storage/storage-limits/',
  }),
  attachAsked: step<{ volume: string; node: string }>({ level: 'step', models: ATTACHING, docs: DOCS }),
  attachFailed: step<{ volume: string; node: string; error: string }>({ level: 'step', models: ATTACHING, docs: DOCS }),
  multiAttach: step<{ volume: string; node: string }>({ level: 'step', models: ATTACHING, docs: DOCS }),
  growing: step<{ driver: string; volume: string; size: string }>({ level: 'step', models: RESIZER, docs: EXPANSION }),
  grown: step<{ driver: string; volume: string; size: string }>({
    level: 'step',
    models: SPEC,
    docs: EXPANSION,
    notModelled: DRIVER,
  }),
  fileSystemGrown: step<{ volume: string; size: string }>({ level: 'step', models: SPEC, docs: EXPANSION }),
  stillInUse: step<{ volume: string }>({ level: 'step', models: ATTACHING, docs: DETACHING }),
  forcedOff: step<{ volume: string }>({ level: 'step', models: ATTACHING, docs: DETACHING }),
  attached: step<{ driver: string; volume: string; node: string }>({ level: 'step', models: SPEC, docs: DOCS }),
  detached: step<{ driver: string; volume: string; node: string }>({ level: 'step', models: SPEC, docs: DOCS }),
  staged: step<{ driver: string; volume: string }>({ level: 'step', models: SPEC, docs: DOCS }),
  published: step<{ driver: string; volume: string }>({ level: 'step', models: SPEC, docs: DOCS }),
  unpublished: step<{ driver: string; volume: string }>({ level: 'detail', models: SPEC, docs: DOCS }),
  unstaged: step<{ driver: string; volume: string }>({ level: 'detail', models: SPEC, docs: DOCS }),
  deleteVolume: step<{ driver: string; volume: string }>({ level: 'step', models: SPEC, docs: DOCS }),
});

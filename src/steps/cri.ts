import { defineSteps, step } from './define.ts';

const CRI = 'staging/src/k8s.io/cri-api/pkg/apis/runtime/v1/api.proto';
const DOCS = 'https://kubernetes.io/docs/concepts/architecture/cri/';
const IMAGES = 'https://kubernetes.io/docs/concepts/containers/images/';

const EXEC = 'https://kubernetes.io/docs/tasks/debug/debug-application/get-shell-running-container/';
const FORWARD = 'https://kubernetes.io/docs/tasks/access-application-cluster/port-forward-access-application-cluster/';
const TOOLS =
  'Files that were changed, and any program but a few small tools: echo, env, cat, ls, ps, sleep and the like.';

export const cri = defineSteps('cri', {
  runPodSandbox: step<{ sandbox: string; image: string }>({ level: 'step', models: CRI, docs: DOCS }),
  sandboxReady: step<{ sandbox: string; ip: string }>({ level: 'detail', models: CRI, docs: DOCS }),
  sandboxFailed: step<{ error: string }>({ level: 'step', models: CRI, docs: DOCS }),
  imageStatus: step<{ image: string; present: boolean }>({ level: 'detail', models: CRI, docs: IMAGES }),
  pullImage: step<{ image: string; mebibytes: number }>({ level: 'step', models: CRI, docs: IMAGES }),
  imagePulled: step<{ image: string; mebibytes: number }>({ level: 'detail', models: CRI, docs: IMAGES }),
  pullFailed: step<{ image: string; error: string }>({ level: 'step', models: CRI, docs: IMAGES }),
  createContainer: step<{ container: string; image: string; id: string }>({ level: 'step', models: CRI, docs: DOCS }),
  startContainer: step<{ container: string; id: string; program: string }>({
    level: 'step',
    models: CRI,
    docs: DOCS,
    notModelled:
      'What a program computes. Of known images it is data, scripts are followed by one shell; anything else runs until it is stopped.',
  }),
  startFailed: step<{ container: string; error: string }>({ level: 'step', models: CRI, docs: DOCS }),
  containerExited: step<{ container: string; exitCode: number; reason: string }>({
    level: 'step',
    models: CRI,
    docs: DOCS,
  }),
  exec: step<{ container: string; command: string }>({ level: 'step', models: CRI, docs: EXEC, notModelled: TOOLS }),
  execEnded: step<{ container: string; exitCode: number }>({ level: 'step', models: CRI, docs: EXEC }),
  attach: step<{ container: string }>({ level: 'step', models: CRI, docs: EXEC }),
  portForward: step<{ port: number; answered: boolean }>({ level: 'step', models: CRI, docs: FORWARD }),
  answered: step<{ container: string; what: string; code: number }>({
    level: 'step',
    models: 'nginx src/http/ngx_http_core_module.c',
    notModelled: 'What a program computes: web servers have files, other servers close the connection.',
  }),
  used: step<{ container: string; memory: number; disk: number }>({ level: 'step', models: CRI, docs: DOCS }),
  oomKilled: step<{ container: string; limit: number }>({ level: 'step', models: 'linux mm/oom_kill.c', docs: DOCS }),
  updateContainer: step<{ container: string; limit: number }>({ level: 'step', models: CRI, docs: DOCS }),
  removeImage: step<{ image: string; mebibytes: number }>({ level: 'step', models: CRI, docs: IMAGES }),
  stopContainer: step<{ container: string; signal: string; grace: number }>({ level: 'step', models: CRI, docs: DOCS }),
  stopPodSandbox: step<{ sandbox: string }>({ level: 'step', models: CRI, docs: DOCS }),
  removeContainer: step<{ container: string }>({ level: 'detail', models: CRI, docs: DOCS }),
  removePodSandbox: step<{ sandbox: string }>({ level: 'detail', models: CRI, docs: DOCS }),
});

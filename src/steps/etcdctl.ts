import { defineSteps, step } from './define.ts';

const MAIN = 'etcd etcdctl/ctlv3/ctl.go';
const CLIENT = 'etcd client/v3/client.go';

export const etcdctlSteps = defineSteps('etcdctl', {
  arguments: step<{ line: string }>({ level: 'detail', models: MAIN }),
  call: step<{ call: string; key: string }>({ level: 'step', models: CLIENT }),
  answer: step<{ error: string; revision: number }>({ level: 'step', models: CLIENT }),
  event: step<{ events: number; revision: number }>({ level: 'step', models: 'etcd client/v3/watch.go' }),
  printed: step<{ line: string }>({ level: 'step', models: 'etcd etcdctl/ctlv3/command/printer.go' }),
  exit: step<{ code: number; part?: string; wrote?: number }>({ level: 'step', models: MAIN }),
});

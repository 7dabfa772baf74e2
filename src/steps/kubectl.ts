import { defineSteps, step } from './define.ts';

const KUBECTL = 'https://kubernetes.io/docs/reference/kubectl/';

export const kubectl = defineSteps('kubectl', {
  command: step<{ line: string; beside?: boolean }>({
    level: 'scene',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/cmd.go',
    docs: KUBECTL,
  }),
  arguments: step<{ line: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/cmd.go',
    docs: KUBECTL,
  }),
  kubeconfig: step<{ context: string; user: string; server: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/tools/clientcmd/client_config.go',
    docs: 'https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/',
  }),
  parsed: step<{ file: string; documents: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go',
  }),
  kustomized: step<{ folder: string; objects: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/cli-runtime/pkg/resource/kustomizevisitor.go',
    docs: 'https://kubernetes.io/docs/tasks/manage-kubernetes-objects/kustomization/',
  }),
  discovered: step<{ source: string; resources: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/discovery/cached/disk/cached_discovery.go',
  }),
  validated: step<{ kind: string; mode: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/validation/schema.go',
  }),
  mapped: step<{ kind: string; resource: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/restmapper/discovery.go',
  }),
  patchComputed: step<{ type: string; fields: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/apply/patcher.go',
    docs: 'https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/',
  }),
  request: step<{ verb: string; path: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/rest/request.go',
  }),
  response: step<{ code: number; reason: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/rest/request.go',
  }),
  watchEvent: step<{ type: string }>({ level: 'detail', models: 'staging/src/k8s.io/kubectl/pkg/cmd/get/get.go' }),
  printed: step<{ line: string }>({ level: 'step', models: 'staging/src/k8s.io/cli-runtime/pkg/printers' }),
  interrupted: step<{ command: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/util/interrupt/interrupt.go',
    docs: KUBECTL,
  }),
  editorOpened: step<{ file: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editor.go',
  }),
  editorSaved: step<{ command: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go',
  }),
  editorClosed: step<{ command: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/util/editor/editoptions.go',
  }),
  lineTyped: step<{ command: number; line: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/exec/exec.go',
  }),
  inputEnded: step<{ command: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/exec/exec.go',
  }),
  /** `part`: what has ended is this part of a line, which goes on, and `wrote` so many lines. */
  exit: step<{ code: number; part?: string; wrote?: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go',
  }),
});

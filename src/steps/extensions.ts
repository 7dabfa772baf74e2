import { defineSteps, step } from './define.ts';

const CONTROLLERS = 'staging/src/k8s.io/apiextensions-apiserver/pkg/controller';
const HANDLER = 'staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go';
const AGGREGATOR = 'staging/src/k8s.io/kube-aggregator/pkg';
const CUSTOM = 'https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/custom-resources/';
const DEFINITIONS = 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/';
const VERSIONS =
  'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/';
const AGGREGATION = 'https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/';

/** Kinds of step of what makes the API larger: custom resources and aggregated servers. */
export const extensions = defineSteps('extensions', {
  namesChecked: step<{ accepted: boolean; reason: string; message: string }>({
    level: 'step',
    models: `${CONTROLLERS}/status/naming_controller.go`,
    docs: DEFINITIONS,
  }),
  established: step<{ resource: string }>({
    level: 'scene',
    models: `${CONTROLLERS}/establish/establishing_controller.go`,
    docs: CUSTOM,
  }),
  served: step<{ versions: string; path: string }>({ level: 'step', models: HANDLER, docs: CUSTOM }),
  withdrawn: step<{ path: string }>({ level: 'step', models: HANDLER, docs: CUSTOM }),
  waited: step<{ seconds: number }>({ level: 'detail', models: HANDLER, docs: CUSTOM }),
  instancesCounted: step<{ instances: number; namespaces: number }>({
    level: 'step',
    models: `${CONTROLLERS}/finalizer/crd_finalizer.go`,
    docs: `${DEFINITIONS}#delete-a-customresourcedefinition`,
  }),
  instanceRemoved: step<{ removed: boolean }>({
    level: 'step',
    models: `${CONTROLLERS}/finalizer/crd_finalizer.go`,
    docs: `${DEFINITIONS}#delete-a-customresourcedefinition`,
  }),
  registered: step<{ groupVersion: string; wanted: boolean }>({
    level: 'step',
    models: `${AGGREGATOR}/controllers/autoregister/autoregister_controller.go`,
    docs: AGGREGATION,
  }),
  converted: step<{ from: string; to: string; strategy: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/converter.go',
    docs: `${VERSIONS}#webhook-conversion`,
    station: 'decode',
  }),
  availability: step<{ available: boolean; reason: string; message: string }>({
    level: 'step',
    models: `${AGGREGATOR}/controllers/status/remote/remote_available_controller.go`,
    docs: AGGREGATION,
  }),
  proxied: step<{ service: string; code: number; user: string; groups: string }>({
    level: 'step',
    models: `${AGGREGATOR}/apiserver/handler_proxy.go`,
    docs: AGGREGATION,
    notModelled:
      'The connection to the aggregated server: it answers at once, and does not ask back whether the user may.',
  }),
});

import type { Scenario } from '../scenario.ts';
import { asked, typed } from '../typed.ts';

const FILE = 'crontab-definition.yaml';
const OBJECT = 'my-crontab.yaml';

const DEFINITION = `# A definition makes a resource out of data. Apply, wait until it is established, then type in the shell:
#   kubectl api-resources --api-group=stable.example.com
#   kubectl apply -f ${OBJECT}      (the second file)
#   kubectl get ct
#   kubectl scale crontab my-new-cron-object --replicas=3
#   kubectl delete crd crontabs.stable.example.com
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names:
    plural: crontabs
    singular: crontab
    kind: CronTab
    shortNames:
    - ct
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale:
        specReplicasPath: .spec.replicas
        statusReplicasPath: .status.replicas
        labelSelectorPath: .status.labelSelector
    additionalPrinterColumns:
    - {name: Spec, type: string, jsonPath: .spec.cronSpec}
    - {name: Replicas, type: integer, jsonPath: .spec.replicas}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.replicas <= self.maxReplicas
              message: there are more replicas than are allowed
            properties:
              cronSpec: {type: string, pattern: '^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$'}
              image: {type: string}
              replicas: {type: integer, minimum: 1, default: 1}
              maxReplicas: {type: integer, maximum: 10, default: 10}
          status:
            type: object
            properties:
              replicas: {type: integer}
              labelSelector: {type: string}
`;

const CRON_TAB = `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: my-new-cron-object
spec:
  cronSpec: '* * * * */5'
  image: my-awesome-cron-image
`;

/** A custom resource from its definition to its end, with the paths that appear and disappear. */
export const cronTab: Scenario = {
  id: 'cron-tab',
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: DEFINITION },
    { name: OBJECT, text: CRON_TAB },
  ],
  story: [
    asked('GET', '/apis/stable.example.com'),
    typed(`kubectl apply -f ${FILE}`, { [FILE]: DEFINITION }),
    typed('kubectl wait --for=condition=Established crd/crontabs.stable.example.com'),
    asked('GET', '/apis/stable.example.com/v1'),
    typed(`kubectl apply -f ${OBJECT}`, { [OBJECT]: CRON_TAB }),
    typed('kubectl get ct'),
    typed('kubectl scale crontab my-new-cron-object --replicas=3'),
    typed('kubectl scale crontab my-new-cron-object --replicas=20'),
    asked('GET', '/apis/stable.example.com/v1/namespaces/default/crontabs/my-new-cron-object/scale'),
    typed('kubectl delete crd crontabs.stable.example.com'),
    asked('GET', '/apis/stable.example.com/v1'),
  ],
};

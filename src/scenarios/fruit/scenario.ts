import type { Scenario } from '../scenario.ts';
import { typed } from '../typed.ts';

const FILE = 'fruit-definition.yaml';
const OBJECTS = 'fruits.yaml';

const DEFINITION = `# A definition is like a table: its schema says what a row may hold, its columns what is printed. Then:
#   kubectl apply -f ${OBJECTS}      (the second file)
#   kubectl get fruits
#   kubectl explain fruit.spec
#   kubectl label fruit apple color=red
#   kubectl get fruits -l color=red
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: fruits.example.org
spec:
  group: example.org
  scope: Namespaced
  names:
    kind: Fruit
    plural: fruits
    singular: fruit
    shortNames: [fr]
    categories: [all]
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    additionalPrinterColumns:
    - {name: Sweet, type: boolean, jsonPath: .spec.sweet}
    - {name: Weight, type: integer, jsonPath: .spec.weight}
    - {name: Comment, type: string, jsonPath: .spec.comment}
    schema:
      openAPIV3Schema:
        type: object
        description: Fruit is something to eat.
        required: [spec]
        properties:
          spec:
            type: object
            required: [sweet]
            properties:
              sweet: {type: boolean, description: Whether the fruit is sweet.}
              weight: {type: integer, minimum: 1, maximum: 10000, description: Weight in grams.}
              comment: {type: string, maxLength: 40, default: none, description: Free text.}
          status:
            type: object
            properties:
              eaten: {type: boolean}
`;

const FRUITS = `apiVersion: example.org/v1
kind: Fruit
metadata:
  name: apple
spec:
  sweet: true
  weight: 150
  comment: red
---
apiVersion: example.org/v1
kind: Fruit
metadata:
  name: banana
spec:
  sweet: true
  weight: 120
`;

const BAD = 'bad.yaml';
const TOO_LIGHT = `apiVersion: example.org/v1
kind: Fruit
metadata:
  name: bad
spec:
  sweet: true
  weight: 0
`;

/** A definition as a table: rows, columns, a search, a row that does not fit. */
export const fruit: Scenario = {
  id: 'fruit',
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: FILE, text: DEFINITION },
    { name: OBJECTS, text: FRUITS },
  ],
  story: [
    typed(`kubectl apply -f ${FILE}`, { [FILE]: DEFINITION }),
    typed('kubectl wait --for=condition=Established crd/fruits.example.org'),
    typed(`kubectl apply -f ${OBJECTS}`, { [OBJECTS]: FRUITS }),
    typed('kubectl get fruits'),
    typed('kubectl get fruit apple -o yaml'),
    typed('kubectl label fruit apple color=red'),
    typed('kubectl label fruit banana color=yellow'),
    typed('kubectl get fruits -l color=red'),
    typed('kubectl get fruits --show-labels'),
    typed(`kubectl apply -f ${BAD}`, { [BAD]: TOO_LIGHT }),
    typed('kubectl explain fruit.spec'),
    typed('kubectl describe fruit apple'),
    typed('kubectl delete fruit banana'),
    typed('kubectl get all'),
  ],
};

import type { InnerRoom } from './inner-room.ts';

// Inside the nouns of Kubernetes, from the bottom up; `api/yaml` is a room of its own above them.
export const API_ROOMS: readonly InnerRoom[] = [
  { folder: 'types', uses: {} },
  { folder: 'go', uses: {} },
  { folder: 'values', uses: { types: 'an address is taken by an object', go: 'quotes what cannot be read' } },
  { folder: 'errors', uses: { types: 'a Status is an object, too', go: 'quotes values in messages' } },
  { folder: 'schema', uses: { values: 'which texts are quantities and durations' } },
  {
    folder: 'fields',
    uses: {
      types: 'who owns which field stands in metadata',
      go: 'JSON and texts as Go has them',
      values: 'an entry names its version',
      errors: 'conflicts between owners are a Status',
      schema: 'which lists merge by a key',
    },
  },
  {
    folder: 'scheme',
    uses: {
      types: 'which type belongs to which resource',
      go: 'reads what a custom kind says',
      values: 'group and version of a kind',
      errors: 'what a custom kind finds wrong',
      fields: 'the shape of custom kinds',
    },
  },
  {
    folder: 'selectors',
    uses: {
      types: 'a selector is a part of other objects',
      go: 'reads and quotes selectors',
      values: 'what is a label',
      scheme: 'which fields of a kind can be selected by',
    },
  },
  {
    folder: 'pods',
    uses: { types: 'Pods and their statuses', values: 'sums what containers ask for, and reads times' },
  },
  {
    folder: 'quota',
    uses: {
      types: 'Pods, Services and claims are counted',
      values: 'adds quantities up',
      pods: 'a Pod that is resized takes the larger of both',
    },
  },
  {
    folder: 'defaults',
    uses: {
      types: 'the objects that are filled in',
      go: 'objects as they were decoded',
      quota: 'a Pod asks for at least what its containers ask for',
    },
  },
  { folder: 'devices', uses: { types: 'claims and who uses them' } },
  { folder: 'access', uses: { types: 'rules of roles' } },
  {
    folder: 'storage',
    uses: {
      types: 'volumes, claims and classes',
      values: 'how large a volume is',
      selectors: 'claims select volumes by labels',
    },
  },
  {
    folder: 'hashes',
    uses: {
      go: 'prints as Go does what is hashed',
      values: 'quantities are hashed field by field',
      schema: 'which fields a template has, in which order',
    },
  },
  {
    folder: 'cel',
    uses: {
      types: 'schemas of custom kinds are types of expressions',
      go: 'patterns and quotes as in Go',
      values: 'labels, quantities and time zones are values of expressions',
      schema: 'built-in kinds are types of expressions',
    },
  },
  {
    folder: 'decoding',
    uses: {
      go: 'JSON as it was sent, number for number',
      schema: 'which fields there are, and how each is read',
      scheme: 'how custom kinds are read',
    },
  },
  {
    folder: 'patch',
    uses: {
      types: 'copies what changes and nothing else',
      go: 'patches are JSON',
      fields: 'lists merge by the keys of their shape',
    },
  },
  {
    folder: 'validation/common',
    uses: {
      types: 'metadata is checked for every kind',
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      schema: 'which form a field has inside the server',
    },
  },
  {
    folder: 'validation/volumes',
    uses: {
      types: 'the shape of the objects',
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      'validation/common': 'metadata, selectors and node affinity',
    },
  },
  {
    folder: 'validation/pods',
    uses: {
      types: 'the shape of the objects',
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      pods: 'mirror Pods may do less',
      quota: 'what a Pod asks for as a whole',
      'validation/common': 'the checks that all kinds share',
      'validation/volumes': 'a Pod has volumes',
    },
  },
  {
    folder: 'validation/workloads',
    uses: {
      types: 'the shape of the objects',
      go: 'JSON and texts as Go has them',
      values: 'schedules have time zones',
      errors: "what is wrong, in the server's words",
      selectors: 'a selector must match its template',
      'validation/common': 'the checks that all kinds share',
      'validation/volumes': 'a StatefulSet has claims',
      'validation/pods': 'a template is a Pod',
    },
  },
  {
    folder: 'validation/networks',
    uses: {
      types: 'the shape of the objects',
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      'validation/common': 'addresses, metadata and selectors',
      'validation/pods': 'ports are checked as those of probes are',
    },
  },
  {
    folder: 'validation/devices',
    uses: {
      types: 'the shape of the objects',
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      cel: 'devices are selected by expressions',
      'validation/common': 'the checks that all kinds share',
      'validation/volumes': 'drivers have names as those of volumes have',
    },
  },
  {
    folder: 'validation/access',
    uses: {
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      'validation/common': 'the checks that all kinds share',
    },
  },
  {
    folder: 'validation/admission',
    uses: {
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      'validation/common': 'the checks that all kinds share',
    },
  },
  {
    folder: 'validation/definitions',
    uses: {
      types: 'the schema that a definition holds',
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      cel: 'rules of a definition must compile, and not cost too much',
      'validation/common': 'the checks that all kinds share',
      'validation/admission': 'a conversion webhook is called as others are',
    },
  },
  {
    folder: 'validation/cluster',
    uses: {
      go: 'JSON and texts as Go has them',
      values: 'certificate requests, labels and quantities',
      errors: "what is wrong, in the server's words",
      'validation/common': 'the checks that all kinds share',
      'validation/pods': 'resources and tolerations, as in Pods',
      'validation/workloads': 'shares in budgets, and rules of scaling',
      'validation/networks': 'hosts, backends and endpoints',
    },
  },
  {
    folder: 'validation',
    uses: {
      types: 'the shape of the objects',
      go: 'JSON and texts as Go has them',
      values: 'quantities, labels, times and names',
      errors: "what is wrong, in the server's words",
      scheme: 'the rules are found by kind',
      decoding: 'objects are looked at in the order in which the server writes them',
      'validation/common': 'metadata of every kind',
      'validation/volumes': 'rules for volumes and claims',
      'validation/pods': 'rules for Pods',
      'validation/workloads': 'rules for workloads',
      'validation/networks': 'rules for Services and what is around them',
      'validation/devices': 'rules for devices',
      'validation/access': 'rules for roles and flows',
      'validation/admission': 'rules for webhooks and policies',
      'validation/definitions': 'rules for definitions',
      'validation/cluster': 'rules for nodes and for what concerns the whole cluster',
    },
  },
];

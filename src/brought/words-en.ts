import type { BroughtWords } from './words-shape.ts';

const many = (count: number, one: string, others = `${one}s`): string => `${count} ${count === 1 ? one : others}`;

export const en: BroughtWords = {
  faults: {
    nothing: () => 'nothing of a cluster is in it',
    unreadable: ({ message }) => `this is neither YAML nor JSON: ${message}`,
    large: ({ mebibytes }) =>
      `YAML of more than ${mebibytes} MiB is not read; ask kubectl for \`-o json\`, which may have any size`,
    table: () => 'this is the table that kubectl shows to people; ask for `-o yaml` or `-o json`',
    template: ({ text }) =>
      `this is a template (${text}); give what \`helm template\` or \`kubectl kustomize\` makes of it`,
    kubeconfig: () => 'this is a kubeconfig, which holds credentials and no objects; it was not kept',
    noObject: ({ what }) => `an object should stand here, not ${what === 'array' ? 'a list' : `a ${what}`}`,
    missing: ({ name }) => `the object says no ${name}`,
    mistyped: ({ message }) => message,
    badName: ({ name }) => `"${name}" is no name that an object can have`,
    noAudit: () => 'this line is no event of audit.k8s.io',
    noTime: ({ name }) => `${name} is no moment`,
    deep: ({ levels }) => `nested more than ${levels} levels deep, which this simulation does not follow`,
  },
  remarks: {
    unknownKind: ({ kind, apiVersion, count }) =>
      `${many(count, 'object')} of kind ${kind} (${apiVersion}) left out: Kubernetes 1.36 has no such kind, and no definition of it is among the files.`,
    computed: ({ kind, count }) =>
      `${many(count, 'object')} of kind ${kind} left out: a server works them out when it is asked.`,
    twice: ({ count }) => `${many(count, 'object')} more than once in the files: the newer one was taken.`,
    masked: ({ count }) =>
      `The values of ${many(count, 'Secret')} were masked as they were read; their keys are there.`,
    dropped: ({ count }) => `${many(count, 'Secret')} with tokens or releases of Helm left out.`,
    orphans: ({ count, owners }) =>
      `${many(count, 'object')} ${count === 1 ? 'belongs' : 'belong'} to what is not in the files (${owners}). ${count === 1 ? 'It stands' : 'They stand'} alone now; otherwise the garbage collector would delete ${count === 1 ? 'it' : 'them'} at once.`,
    namespaces: ({ names, count }) =>
      `${count === 1 ? 'The namespace' : 'The namespaces'} ${names} ${count === 1 ? 'is' : 'are'} not in the files and made anew.`,
    nodes: ({ names, count }) =>
      `${count === 1 ? 'The node' : 'The nodes'} ${names} ${count === 1 ? 'is' : 'are'} known by Pods alone: ${count === 1 ? 'a machine' : 'machines'} of the usual size ${count === 1 ? 'stands' : 'stand'} for ${count === 1 ? 'it' : 'them'}.`,
    noNodes: () => 'No node is in the files: one of the usual size is made.',
  },
  place: ({ file, line, field, object }) =>
    [
      file,
      line === undefined ? '' : `line ${line}`,
      field === undefined ? (object ?? '') : object === undefined ? field : `${field} of ${object}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  join: (place, fault) => `${place}: ${fault}`,
};

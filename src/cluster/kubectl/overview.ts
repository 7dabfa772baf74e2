// Models nothing upstream: the commands of kubectl in words of our own; those of kubectl itself are not told again here

/** Commands by what one wants to do, each with what it does. */
const GROUPS: readonly (readonly [title: string, commands: readonly (readonly [name: string, does: string])[]])[] = [
  [
    'To make and change objects',
    [
      ['create', 'makes objects of a file or of flags'],
      ['apply', 'makes objects as a file says, or changes them until they are so'],
      ['replace', 'puts what a file says in the place of an object'],
      ['patch', 'changes some fields of an object'],
      ['edit', 'opens objects in an editor'],
      ['set', 'changes images, variables, resources and the like'],
      ['label', 'sets or removes labels'],
      ['annotate', 'sets or removes annotations'],
      ['expose', 'makes a Service for what runs'],
      ['run', 'starts one Pod of an image'],
      ['scale', 'changes how many replicas there are'],
      ['autoscale', 'lets an autoscaler change how many there are'],
      ['rollout', 'watches, pauses, restarts and undoes what is rolled out'],
      ['delete', 'deletes objects'],
    ],
  ],
  [
    'To see what is there',
    [
      ['get', 'lists objects'],
      ['describe', 'tells all about an object, with its Events'],
      ['events', 'lists Events'],
      ['explain', 'tells of the fields of a kind'],
      ['diff', 'shows what applying a file would change'],
      ['wait', 'waits until a condition is met'],
      ['top', 'shows CPU and memory in use'],
    ],
  ],
  [
    'To look into containers',
    [
      ['logs', 'shows what a container has written'],
      ['exec', 'runs a command in a container'],
      ['attach', 'joins what runs in a container'],
      ['debug', 'puts a container for debugging into a Pod, or on a node'],
      ['cp', 'copies files into containers and out of them'],
      ['port-forward', 'makes a port of a Pod one of this machine'],
      ['proxy', 'makes the API server answer on this machine'],
    ],
  ],
  [
    'To look after nodes and who may do what',
    [
      ['cordon', 'lets no new Pods onto a node'],
      ['uncordon', 'lets Pods onto a node again'],
      ['drain', 'moves the Pods off a node'],
      ['taint', 'sets or removes taints of nodes'],
      ['certificate', 'approves or denies requests for certificates'],
      ['auth', 'says who may do what'],
    ],
  ],
  [
    'About kubectl and the cluster',
    [
      ['api-resources', 'lists the kinds that the server knows'],
      ['api-versions', 'lists the versions that the server knows'],
      ['cluster-info', 'shows where the cluster answers'],
      ['config', 'shows and changes the kubeconfig'],
      ['kustomize', 'prints what a kustomization builds'],
      ['plugin', 'lists plugins'],
      ['version', 'shows the versions of kubectl and server'],
      ['options', 'lists the flags that all commands have'],
    ],
  ],
];

const WIDTH = 16;

/** All commands, as `kubectl` alone and `kubectl --help` list them. */
export function overview(): string {
  const groups = GROUPS.map(
    ([title, commands]) =>
      `\n${title}:\n${commands.map(([name, does]) => `  ${name.padEnd(WIDTH)}${does}\n`).join('')}`,
  );
  return `kubectl asks the API server of the simulated cluster.\n${groups.join('')}\n"kubectl COMMAND --help" shows how one is used.\n`;
}

/** What a command does, where it is one of those. */
export function whatItDoes(name: string): string | undefined {
  return GROUPS.flatMap(([, commands]) => commands).find(([one]) => one === name)?.[1];
}

import type { HoldWords } from '../args.ts';

/** What Jobs, claims, ports, and the APIs of others come to grief over. */
export const objects: HoldWords<
  | 'nodeSilent'
  | 'noSpace'
  | 'jobFailed'
  | 'jobCrashed'
  | 'cronEvent'
  | 'noVolume'
  | 'noClass'
  | 'provisioner'
  | 'claimProblem'
  | 'volumeLost'
  | 'noPortName'
  | 'nearPortName'
  | 'noBackend'
  | 'noBackendPort'
  | 'apiServiceDown'
  | 'noMetrics'
  | 'pressure'
> = {
  nodeSilent: {
    say: 'its kubelet on **{node}** must confirm that it is gone, and nothing is heard of it',
    change: 'Start the kubelet of {node} again. By force the object goes at once, but its containers may run on.',
  },
  noSpace: {
    say: 'it has grown to its quota of **{quota}** bytes and raised the alarm NOSPACE',
    change: 'Make room (compact, defragment), then take the alarm back.',
  },
  jobFailed: {
    say: ({ failures }) =>
      `it has **failed** ({reason}: {message})${failures === 0 ? '' : failures === 1 ? ', with {failures} failed Pod' : ', with {failures} failed Pods'}`,
    change: 'Make its program succeed, and create the Job anew.',
  },
  jobCrashed: {
    say: ({ failures }) =>
      `${failures === 1 ? 'its Pod failed' : '{failures} of its Pods failed, the last one'} with **exit code {exitCode}**, and it gave up ({reason})`,
    change: 'See what its program said last, mend it, and create the Job anew.',
  },
  cronEvent: { say: '{reason}, {message}', change: 'Correct its schedule or its template.' },
  noVolume: {
    say: 'it wants {size}, names no storage class, and no free PersistentVolume fits',
    change: 'Create such a PersistentVolume, or name a storage class that makes one.',
  },
  noClass: {
    say: 'its storage class **{storageClass}** does not exist',
    change: 'Create the class, or name another one.',
  },
  provisioner: {
    say: 'provisioner **{provisioner}** was asked for a volume and has not made one',
    change: 'See whether the driver of that provisioner runs.',
  },
  claimProblem: { say: '{message}', change: 'Change the claim, or the volume that it names.' },
  volumeLost: {
    say: 'its volume **{volume}** is gone',
    change: 'What was on it is lost: delete the claim and make a new one.',
  },
  noPortName: {
    say: 'its target port **{target}** is a name that no container of Pod {pod} gives a port',
    change: 'Name the port in the Pod template, or give its number as targetPort.',
  },
  nearPortName: {
    say: 'its target port **{target}** is no port of Pod {pod}, which calls it **{near}**',
    change: 'Let targetPort and the name of the container’s port be the same.',
  },
  noBackend: {
    say: 'its backend, Service **{service}**, does not exist',
    change: 'Create Service {service}, or name another one.',
  },
  noBackendPort: {
    say: 'its backend, Service **{service}**, has no port **{port}**',
    change: 'Name a port that Service {service} has.',
  },
  apiServiceDown: {
    say: '{message} (**{reason}**)',
    change: 'Bring the Pods behind its Service up, or delete the APIService: namespaces cannot be deleted before that.',
  },
  noMetrics: {
    say: '{message} (**{reason}**)',
    change:
      'Let somebody serve the metrics that it asks for, such as metrics-server, and let Pods say what they request.',
  },
  pressure: {
    say: '**{condition}** ({message})',
    change: 'Free some of it: until then the node takes no new Pods and may evict some.',
  },
};

// Models containerd internal/cri/server: how sandboxes, containers and images are named and shown (v1.36)

import { behaviourOf } from '../images/catalog.ts';
import type { Program } from '../images/program.ts';
import type { ContainerConfig, RuntimeContainer, RuntimeSandbox, SandboxConfig, Usage } from '../ports/cri.ts';
import { podSubject } from '../ports/subject.ts';
import { startRefusal } from '../shell/first-program.ts';
import type { Container } from './container.ts';
import type { ContainerRow, SandboxRow } from './rows.ts';

export function subjectOf(pod: SandboxConfig): string {
  return podSubject(pod.namespace, pod.name);
}

export function imageSubject(image: string): string {
  return `images/${image}`;
}

export function describe(program: Program): string {
  if (program.note !== undefined) return program.note;
  if (program.servesPort !== undefined) return `serves ${program.servesPort}`;
  if (program.runMicros === undefined) return 'runs until stopped';
  return `ends after ${Math.round(program.runMicros / 1000)} ms with ${program.exitCode}`;
}

/** What the image does not have cannot be run. */
export function refusal({ image, command, args, mounts }: ContainerConfig): string | undefined {
  return command.length + args.length === 0 ? undefined : startRefusal(behaviourOf(image), command, args, mounts);
}

export function sandboxRow(view: RuntimeSandbox): SandboxRow {
  const { name, namespace, uid, attempt } = view.config;
  return { id: view.id, pod: name, namespace, uid, attempt, ready: view.ready, ip: view.ip, createdAt: view.createdAt };
}

export function containerRow(
  view: RuntimeContainer,
  pod: SandboxConfig,
  { usage, wrote }: Pick<Container, 'usage' | 'wrote'> = {},
): ContainerRow {
  return {
    id: view.id,
    name: view.config.name,
    pod: pod.name,
    namespace: pod.namespace,
    sandboxId: view.sandboxId,
    attempt: view.config.attempt,
    image: view.image,
    command: [...view.config.command, ...view.config.args].join(' '),
    state: view.state,
    startedAt: view.startedAt,
    finishedAt: view.finishedAt,
    exitCode: view.exitCode,
    reason: view.reason,
    ...(wrote === undefined ? undefined : { wrote }),
    ...(usage === undefined ? undefined : { memory: usage.memory, disk: diskOf(usage) }),
  };
}

function diskOf({ files }: Usage): number {
  return files.reduce((sum, { bytes, inMemory }) => sum + (inMemory === true ? 0 : bytes), 0);
}

interface TemplateLike {
  readonly metadata?: {
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
  };
  readonly spec?: unknown;
}
interface ContainerLike {
  readonly name: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly ports?: readonly {
    readonly containerPort: number;
    readonly hostPort?: number;
    readonly protocol?: string;
  }[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly resources?: { readonly limits?: StringMap; readonly requests?: StringMap };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}
type StringMap = { readonly [key: string]: string | number };
interface PodSpecLike {
  readonly containers?: readonly ContainerLike[];
  readonly initContainers?: readonly ContainerLike[];
  readonly serviceAccountName?: string;
  readonly nodeSelector?: StringMap;
  readonly tolerations?: readonly {
    readonly key?: string;
    readonly operator?: string;
    readonly value?: string;
    readonly effect?: string;
    readonly tolerationSeconds?: number;
  }[];
}

/**
 * The `Pod Template:` block with tabs between name and value, as describe and rollout history print it.
 *
 * Models staging/src/k8s.io/kubectl/pkg/describe/describe.go DescribePodTemplate (v1.36); volumes are named, not detailed.
 */
export function podTemplateText(template: TemplateLike): string {
  const lines: string[] = ['Pod Template:'];
  const spec = (template.spec ?? {}) as PodSpecLike;
  lines.push(...mapLines('  Labels:', template.metadata?.labels));
  const annotations = template.metadata?.annotations ?? {};
  if (Object.keys(annotations).length > 0) lines.push(...mapLines('  Annotations:', annotations, ': '));
  if (spec.serviceAccountName !== undefined && spec.serviceAccountName !== '')
    lines.push(`  Service Account:\t${spec.serviceAccountName}`);
  if ((spec.initContainers ?? []).length > 0)
    lines.push('  Init Containers:', ...(spec.initContainers ?? []).flatMap(containerLines));
  lines.push('  Containers:', ...(spec.containers ?? []).flatMap(containerLines));
  lines.push('  Volumes:\t<none>');
  lines.push(...mapLines('  Node-Selectors:', spec.nodeSelector));
  lines.push(...tolerationLines(spec));
  return `${lines.join('\n')}\n`;
}

function mapLines(title: string, map: StringMap | undefined, separator = '='): readonly string[] {
  const keys = Object.keys(map ?? {}).sort();
  if (keys.length === 0) return [`${title}\t<none>`];
  return keys.map((key, at) => `${at === 0 ? title : ''}\t${key}${separator}${map?.[key]}`);
}

function containerLines(container: ContainerLike): readonly string[] {
  const lines = [`   ${container.name}:`, `    Image:\t${container.image ?? ''}`];
  const ports = container.ports ?? [];
  const label = ports.length > 1 ? 'Ports' : 'Port';
  const host = ports.length > 1 ? 'Host Ports' : 'Host Port';
  lines.push(
    `    ${label}:\t${ports.map((port) => `${port.containerPort}/${port.protocol ?? 'TCP'}`).join(', ') || '<none>'}`,
  );
  lines.push(
    `    ${host}:\t${ports.map((port) => `${port.hostPort ?? 0}/${port.protocol ?? 'TCP'}`).join(', ') || '<none>'}`,
  );
  if (container.command !== undefined) lines.push('    Command:', ...container.command.map((word) => `      ${word}`));
  if (container.args !== undefined) lines.push('    Args:', ...container.args.map((word) => `      ${word}`));
  for (const [title, values] of [
    ['Limits', container.resources?.limits],
    ['Requests', container.resources?.requests],
  ] as const) {
    if (values === undefined || Object.keys(values).length === 0) continue;
    lines.push(
      `    ${title}:`,
      ...Object.keys(values)
        .sort()
        .map((name) => `      ${name}:\t${values[name]}`),
    );
  }
  const env = container.env ?? [];
  lines.push(
    ...(env.length === 0
      ? ['    Environment:\t<none>']
      : ['    Environment:', ...env.map(({ name, value = '' }) => `      ${name}:\t${value}`)]),
  );
  const mounts = container.volumeMounts ?? [];
  lines.push(
    ...(mounts.length === 0
      ? ['    Mounts:\t<none>']
      : [
          '    Mounts:',
          ...mounts.map(
            ({ name, mountPath, readOnly }) => `      ${mountPath} from ${name} (${readOnly === true ? 'ro' : 'rw'})`,
          ),
        ]),
  );
  return lines;
}

function tolerationLines(spec: PodSpecLike): readonly string[] {
  const tolerations = spec.tolerations ?? [];
  if (tolerations.length === 0) return ['  Tolerations:\t<none>'];
  return tolerations.map((toleration, at) => {
    const { key = '', value = '', effect = '', operator = '', tolerationSeconds } = toleration;
    const text = `${key}${value === '' ? '' : `=${value}`}${effect === '' ? '' : `:${effect}`}${operator === 'Exists' ? ' op=Exists' : ''}${tolerationSeconds === undefined ? '' : ` for ${tolerationSeconds}s`}`;
    return `${at === 0 ? '  Tolerations:' : ''}\t${text}`;
  });
}

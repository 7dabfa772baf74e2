// Models staging/src/k8s.io/kubectl/pkg/describe/describe.go (v1.36)

import { classOf } from '../../../../api/storage/persistent-volumes.ts';
import type { Volume } from '../../../../api/types/core.ts';
import type { ObjectMeta } from '../../../../api/types/meta.ts';
import { DescribeWriter } from '../indented-writer.ts';
import { sourceLines } from './volume-sources.ts';

/** Models staging/src/k8s.io/kubectl/pkg/describe/describe.go describeVolumes (v1.36) */
export function describeVolumes(writer: DescribeWriter, volumes: readonly Volume[], inTemplate: boolean): void {
  const indent = inTemplate ? '  ' : '';
  writer.line(0, `${indent}Volumes:${volumes.length === 0 ? '\t<none>' : ''}`);
  for (const volume of volumes) {
    writer.line(1, `${inTemplate ? ' ' : ''}${volume.name}:`);
    for (const line of volumeLines(volume)) writer.line(2, line);
  }
}

export function volumeLines(volume: Volume): readonly string[] {
  const { hostPath, emptyDir, secret, configMap, persistentVolumeClaim, projected, downwardAPI } = volume;
  if (hostPath !== undefined) {
    return [
      'Type:\tHostPath (bare host directory volume)',
      `Path:\t${hostPath.path}`,
      `HostPathType:\t${hostPath.type ?? '<none>'}`,
    ];
  }
  if (emptyDir !== undefined) {
    return [
      "Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)",
      `Medium:\t${emptyDir.medium ?? ''}`,
      `SizeLimit:\t${emptyDir.sizeLimit ?? '<unset>'}`,
    ];
  }
  if (secret !== undefined) {
    return [
      'Type:\tSecret (a volume populated by a Secret)',
      `SecretName:\t${secret.secretName ?? ''}`,
      `Optional:\t${secret.optional === true}`,
    ];
  }
  if (configMap !== undefined) {
    return [
      'Type:\tConfigMap (a volume populated by a ConfigMap)',
      `Name:\t${configMap.name ?? ''}`,
      `Optional:\t${configMap.optional === true}`,
    ];
  }
  if (persistentVolumeClaim !== undefined) {
    return [
      'Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
      `ClaimName:\t${persistentVolumeClaim.claimName}`,
      `ReadOnly:\t${persistentVolumeClaim.readOnly === true}`,
    ];
  }
  if (downwardAPI !== undefined) {
    const items = (downwardAPI.items ?? []).map(
      ({ fieldRef, resourceFieldRef, path }) =>
        `  ${fieldRef?.fieldPath ?? resourceFieldRef?.resource ?? ''} -> ${path}`,
    );
    return ['Type:\tDownwardAPI (a volume populated by information about the pod)', 'Items:', ...items];
  }
  if (projected !== undefined) return projectedLines(projected);
  const { nfs, csi, ephemeral } = volume;
  if (nfs !== undefined) {
    return [
      'Type:\tNFS (an NFS mount that lasts the lifetime of a pod)',
      `Server:\t${nfs.server}`,
      `Path:\t${nfs.path}`,
      `ReadOnly:\t${nfs.readOnly === true}`,
    ];
  }
  if (csi !== undefined) return csiLines(csi);
  return ephemeral === undefined ? (sourceLines(volume) ?? ['<unknown>']) : ephemeralLines(ephemeral);
}

function csiLines(csi: NonNullable<Volume['csi']>): readonly string[] {
  const { handle, attributes = csi.volumeAttributes } = csi as {
    readonly handle?: string;
    readonly attributes?: { readonly [key: string]: string };
  };
  const volumeHandle = (csi as { readonly volumeHandle?: string }).volumeHandle ?? handle;
  const pairs = Object.entries(attributes ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    'Type:\tCSI (a Container Storage Interface (CSI) volume source)',
    `Driver:\t${csi.driver}`,
    `FSType:\t${csi.fsType ?? ''}`,
    ...(volumeHandle === undefined ? [] : [`VolumeHandle:\t${volumeHandle}`]),
    `ReadOnly:\t${csi.readOnly === true}`,
    ...(pairs.length === 0 ? ['VolumeAttributes:\t<none>'] : []),
    ...pairs.map(([key, value], at) => `${at === 0 ? 'VolumeAttributes:' : ''}\t${key}=${value}`),
  ];
}

function ephemeralLines({ volumeClaimTemplate }: NonNullable<Volume['ephemeral']>): readonly string[] {
  const { metadata, spec } = volumeClaimTemplate ?? {};
  const source = spec?.dataSource;
  return [
    'Type:\tEphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)',
    `StorageClass:\t${classOf({ metadata, spec })}`,
    'Volume:\t',
    ...nestedMetadata(metadata),
    'Capacity:\t',
    'Access Modes:\t',
    ...(spec?.volumeMode === undefined ? [] : [`VolumeMode:\t${spec.volumeMode}`]),
    ...(source === undefined ? [] : ['DataSource:']),
    ...(source?.apiGroup ? [`  APIGroup:\t${source.apiGroup}`] : []),
    ...(source === undefined ? [] : [`  Kind:\t${source.kind}`, `  Name:\t${source.name}`]),
  ];
}

/** The real writer indents each piece that it is given, here the title and then the first text again; not what a line goes on with. */
function nestedMetadata(metadata: ObjectMeta | undefined): readonly string[] {
  const nested = new DescribeWriter();
  nested.labels('Labels', metadata?.labels);
  nested.annotations('Annotations', metadata?.annotations);
  const lines = nested.plain().slice(0, -1).split('\n');
  return lines.map((line) => line.replace(/\t(?! )/, '\t    '));
}

function projectedLines({ sources = [] }: NonNullable<Volume['projected']>): readonly string[] {
  const lines = ['Type:\tProjected (a volume that contains injected data from multiple sources)'];
  for (const { secret, configMap, downwardAPI, serviceAccountToken } of sources) {
    if (secret !== undefined) lines.push(`SecretName:\t${secret.name ?? ''}`, `Optional:\t${secret.optional === true}`);
    if (downwardAPI !== undefined) lines.push('DownwardAPI:\ttrue');
    if (configMap !== undefined) {
      lines.push(`ConfigMapName:\t${configMap.name ?? ''}`, `Optional:\t${configMap.optional === true}`);
    }
    if (serviceAccountToken !== undefined) {
      lines.push(`TokenExpirationSeconds:\t${serviceAccountToken.expirationSeconds}`);
    }
  }
  return lines;
}

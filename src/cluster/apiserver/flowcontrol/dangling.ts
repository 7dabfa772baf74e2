import type { KObject } from '../../../api/types/meta.ts';

interface FlowSchemaView {
  readonly spec?: { readonly priorityLevelConfiguration?: { readonly name?: string } };
  readonly status?: { readonly conditions?: readonly { readonly status?: string; readonly message?: string }[] };
}

/** A FlowSchema that does not tell yet of the level that it names; a level that comes or goes and that one names. */
// Models staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go, digestConfigObjectsLocked (v1.36)
export function mayDangle(type: string, object: KObject, schemas: readonly KObject[]): boolean {
  if (type === 'DELETED' ? object.kind === 'FlowSchema' : type === 'MODIFIED' && object.kind !== 'FlowSchema')
    return false;
  const told = (schema: FlowSchemaView) => {
    const name = schema.spec?.priorityLevelConfiguration?.name ?? '';
    return { name, condition: schema.status?.conditions?.find(({ message }) => message?.includes(`"${name}"`)) };
  };
  if (object.kind === 'FlowSchema') return told(object as FlowSchemaView).condition === undefined;
  return (schemas as readonly FlowSchemaView[]).map(told).some(({ name, condition }) => {
    return name === object.metadata.name && condition?.status !== (type === 'DELETED' ? 'True' : 'False');
  });
}

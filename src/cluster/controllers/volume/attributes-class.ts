// Models pkg/controller/volume/vacprotection/vac_protection_controller.go getPVCReferencedVACNames (v1.36)

import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';

export const ATTRIBUTES_CLASSES = resourceOf('volumeattributesclasses', 'storage.k8s.io');

interface ClassUser extends KObject {
  readonly spec?: { readonly volumeAttributesClassName?: string };
  readonly status?: {
    readonly currentVolumeAttributesClassName?: string;
    readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string };
  };
}

/** The classes that a claim or a volume has, or is to get. */
export function attributesClasses(object: KObject): readonly string[] {
  const { spec, status } = object as ClassUser;
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return names.filter((name): name is string => name !== undefined && name !== '');
}

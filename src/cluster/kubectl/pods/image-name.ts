import { IMAGE_REFERENCE } from '../../../api/values/image-reference.ts';

// Models staging/src/k8s.io/kubectl/pkg/cmd/run/run.go, how an image is checked before anything is sent (v1.36)
export const isImage = (text: string): boolean => IMAGE_REFERENCE.test(text);

export const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];

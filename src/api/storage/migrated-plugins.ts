/** Kinds of volumes that were part of Kubernetes once, and the drivers that see to them now. Models staging/src/k8s.io/csi-translation-lib/plugins (v1.36) */
export const MIGRATED_PLUGINS: { readonly [name: string]: string | undefined } = {
  'kubernetes.io/aws-ebs': 'ebs.csi.aws.com',
  'kubernetes.io/azure-disk': 'disk.csi.azure.com',
  'kubernetes.io/azure-file': 'file.csi.azure.com',
  'kubernetes.io/cinder': 'cinder.csi.openstack.org',
  'kubernetes.io/gce-pd': 'pd.csi.storage.gke.io',
  'kubernetes.io/portworx-volume': 'pxd.portworx.com',
  'kubernetes.io/vsphere-volume': 'csi.vsphere.vmware.com',
};

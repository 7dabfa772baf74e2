import { defineSteps, step } from './define.ts';

/** Kinds of step of the smaller controllers and of the process that runs them all. */
export const controllersSteps = defineSteps('controllers', {
  started: step<{ controllers: number }>({
    level: 'step',
    models: 'cmd/kube-controller-manager/app/controllermanager.go',
    docs: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  }),
  defaultServiceAccount: step<{ present: boolean }>({
    level: 'step',
    models: 'pkg/controller/serviceaccount/serviceaccounts_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/security/service-accounts/#default-service-accounts',
  }),
  rootCertificate: step<{ outcome: string }>({
    level: 'step',
    models: 'pkg/controller/certificates/rootcacertpublisher/publisher.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/',
  }),
});

import type { controllersSteps } from '../../steps/controllers.ts';
import type { Texts } from '../text.ts';

export const controllers: Texts<typeof controllersSteps> = {
  started: {
    say: 'The kube-controller-manager starts its **{controllers} controllers**: their caches are filled.',
    why: 'Many small controllers live in one program only because that is simpler to run; each minds its own business and they do not call one another. They begin only when their caches are complete, because a controller that saw half of the Pods would create the other half again.',
  },
  defaultServiceAccount: {
    say: ({ present }) =>
      present
        ? 'The ServiceAccount **{subject}** exists: nothing to do.'
        : 'The namespace lacks its ServiceAccount **{subject}**: the controller creates it.',
    why: 'Every Pod runs as some ServiceAccount, and as this one when it names none. Without it, no Pod could be created in the namespace. If somebody deletes it, it is made again.',
  },
  rootCertificate: {
    say: ({ outcome }) =>
      outcome === 'present'
        ? 'The ConfigMap **{subject}** holds the right certificate: nothing to do.'
        : outcome === 'created'
          ? 'The namespace lacks the ConfigMap **{subject}**: the controller creates it.'
          : 'The ConfigMap **{subject}** was altered: the controller puts the certificate right.',
    why: 'A Pod must be able to tell the real API server from an impostor. The certificate it needs for that is put into every namespace and mounted into each Pod beside its token.',
  },
};

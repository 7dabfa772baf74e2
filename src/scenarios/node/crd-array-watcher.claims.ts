import { aside, type Claims, shows, step } from '../../worker/claims/claim.ts';

const CHAIN = 'KUBE-EXT-HW2XM7FRY33HEVYM';

const rule = (chain: string, target: string) => step('network.rule', { args: { chain, target } });

/** What the parts say. */
export const claims: Claims = {
  'crd-array-watcher': [
    [/created/, step('proxy.restored'), shows('KUBE-SVC-HW2XM7FRY33HEVYM')],
    [/crd-array-watcher-/],
    [/crd-/],
    [/crd-/, rule('KUBE-NODEPORTS', CHAIN)],
    [/crd-/],
    [/\n1 +2 +120 KUBE-MARK-MASQ .*\n2 +4 +240 KUBE-SEP-/, aside('the chain of the two parts before', 'KUBE-EXT-')],
    [/\n1 +0 +0 KUBE-MARK-MASQ .*\n2 +4 +240 DNAT /],
  ],
};

import { type Claims, gone, never, shows, step, stored } from '../../worker/claims/claim.ts';

const TUNNELS = 'customresourcedefinitions.apiextensions.k8s.io/tunnels.stable.example.com';

const converted = step('extensions.converted');

/** What the parts say. */
export const claims: Claims = {
  conversion: [
    [/created/, stored(TUNNELS, 'status.storedVersions', ['v1beta1']), gone('services/default/tunnel-converter')],
    [/condition met/, stored(TUNNELS, 'spec.versions.length', 2)],
    [/created/, never('extensions.converted'), step('extensions.waited', { args: { seconds: 2 } })],
    [/^500 .*conversion webhook for stable.example.com\/v1beta1, Kind=Tunnel failed.*tunnel-converter/],
    [/"hostPort":"home.example.com:8443"/, never('extensions.converted')],
    [/created/, stored('services/default/tunnel-converter', 'kind', 'Service')],
    [/"host":"home.example.com","port":"8443"/, converted],
    [/^201 /, converted, shows('hostPort:', 'office.example.com:22')],
    [/"hostPort":"office.example.com:22"/],
  ],
};

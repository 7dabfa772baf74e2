import type { Fields } from '../go/json.ts';
import { fill, inField, inList } from './fill.ts';

/** Models pkg/apis/resource/v1/defaults.go (v1.36) */
export function defaultResourceClaim(object: Fields): Fields {
  return inField(object, 'spec', claimSpec);
}

export function defaultResourceClaimTemplate(object: Fields): Fields {
  return inField(object, 'spec', (template) => inField(template, 'spec', claimSpec));
}

function claimSpec(spec: Fields): Fields {
  return inField(spec, 'devices', (devices) =>
    inList(devices, 'requests', (each) => inList(inField(each, 'exactly', request), 'firstAvailable', request)),
  );
}

function request(asked: Fields): Fields {
  const mode = fill(asked, { allocationMode: 'ExactCount' });
  const counted = mode.allocationMode === 'ExactCount' ? fill(mode, { count: 1 }) : mode;
  return inList(counted, 'tolerations', (toleration) => fill(toleration, { operator: 'Equal' }));
}

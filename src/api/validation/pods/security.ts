import { duplicate, invalidValue, notSupported, required, tooLongCharacters } from '../../errors/field-error.ts';
import { type Fields, isFields } from '../../go/json.ts';
import { type Errors, fieldsAt, itemsAt, numberAt, supported, textAt } from '../common/check.ts';
import { internalOf } from '../common/internal-form.ts';
import { descendingPath } from '../volumes/volumes.ts';

/** Security contexts of Pods and containers. Models pkg/apis/core/validation/validation.go (v1.36) */

const textsAt = (object: Fields, key: string): readonly string[] =>
  Array.isArray(object[key]) ? (object[key] as string[]) : [];

const MAX_ID = 2_147_483_647;
const ID_RANGE = `must be between 0 and ${MAX_ID}, inclusive`;

function validateIds(errors: Errors, context: Fields, keys: readonly string[], path: string): void {
  for (const key of keys) {
    const id = numberAt(context, key);
    if (id !== undefined && (id < 0 || id > MAX_ID)) errors.push(invalidValue(`${path}.${key}`, id, ID_RANGE));
  }
}

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;
const SYSCTL_TEXT =
  'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

export function validatePodSecurity(errors: Errors, spec: Fields, path: string): void {
  const context = spec.securityContext;
  const at = `${path}.securityContext`;
  if (isFields(context)) {
    validateIds(errors, context, ['fsGroup', 'runAsUser', 'runAsGroup'], at);
    const groups = Array.isArray(context.supplementalGroups) ? (context.supplementalGroups as number[]) : [];
    groups.forEach((group, i) => {
      if (group < 0 || group > MAX_ID) errors.push(invalidValue(`${at}.supplementalGroups[${i}]`, group, ID_RANGE));
    });
  }
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    const why = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalidValue(`${at}.shareProcessNamespace`, true, why));
  }
  if (!isFields(context)) return;
  const names = new Set<string>();
  itemsAt(context, 'sysctls').forEach((sysctl, i) => {
    const field = `${at}.sysctls[${i}].name`;
    const name = textAt(sysctl, 'name');
    if (name === '') errors.push(required(field));
    else if (name.length > 253 || !SYSCTL.test(name)) errors.push(invalidValue(field, name, SYSCTL_TEXT));
    else if (names.has(name)) errors.push(duplicate(field, name));
    names.add(name);
    if (spec.hostNetwork === true && name.startsWith('net.')) {
      errors.push(invalidValue(field, name, "may not be specified when 'hostNetwork' is true"));
    } else if (spec.hostIPC === true && /^(kernel\.(shm|msg|sem)|fs\.mqueue\.)/.test(name)) {
      errors.push(invalidValue(field, name, "may not be specified when 'hostIPC' is true"));
    }
  });
  const choice = (key: string, values: readonly string[]): void => {
    if (context[key] !== undefined) supported(errors, `${at}.${key}`, context[key], values);
  };
  choice('fsGroupChangePolicy', ['Always', 'OnRootMismatch']);
  validateProfiles(errors, context, at);
  choice('supplementalGroupsPolicy', ['Merge', 'Strict']);
  choice('seLinuxChangePolicy', ['MountOption', 'Recursive']);
}

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function validateProfiles(errors: Errors, context: Fields, path: string): void {
  if (isFields(context.seccompProfile)) validateSeccomp(errors, context.seccompProfile, `${path}.seccompProfile`);
  if (isFields(context.appArmorProfile)) validateAppArmor(errors, context.appArmorProfile, `${path}.appArmorProfile`);
}

function validateSeccomp(errors: Errors, profile: Fields, at: string): void {
  const type = textAt(profile, 'type');
  if (type === '') errors.push(required(`${at}.type`, 'type is required when seccompProfile is set'));
  else supported(errors, `${at}.type`, type, PROFILE_TYPES);
  const local = profile.localhostProfile;
  if (type === 'Localhost') {
    if (local === undefined) {
      errors.push(required(`${at}.localhostProfile`, 'must be set when seccomp type is Localhost'));
    } else descendingPath(errors, String(local), `${at}.localhostProfile`);
  } else if (local !== undefined) {
    const shown = { Type: type, LocalhostProfile: local };
    errors.push(invalidValue(`${at}.localhostProfile`, shown, 'can only be set when seccomp type is Localhost'));
  }
}

function validateAppArmor(errors: Errors, profile: Fields, at: string): void {
  const type = textAt(profile, 'type');
  const path = `${at}.localhostProfile`;
  const local = profile.localhostProfile;
  if (type === 'Localhost') {
    const must = 'must be set when AppArmor type is Localhost';
    if (local === undefined) errors.push(required(path, must));
    else if (String(local).trim() !== local) {
      errors.push(invalidValue(path, local, 'must not be padded with whitespace'));
    } else if (local === '') errors.push(required(path, must));
    else if (String(local).length > 4095) errors.push(tooLongCharacters(path, 4095));
  } else if (type === '') errors.push(required(`${at}.type`, 'type is required when appArmorProfile is set'));
  else if (!PROFILE_TYPES.includes(type)) errors.push(notSupported(`${at}.type`, type, PROFILE_TYPES));
  else if (local !== undefined) {
    errors.push(invalidValue(path, local, 'can only be set when AppArmor type is Localhost'));
  }
}

/** Models ValidateSecurityContext (v1.36) */
export function validateContainerSecurity(errors: Errors, context: Fields, path: string, hostUsers: boolean): void {
  validateIds(errors, context, ['runAsUser', 'runAsGroup'], path);
  const mount = context.procMount;
  if (mount !== undefined) {
    supported(errors, `${path}.procMount`, mount, ['Default', 'Unmasked']);
    if (hostUsers && mount === 'Unmasked') {
      errors.push(invalidValue(`${path}.procMount`, mount, '`hostUsers` must be false to use `Unmasked`'));
    }
  }
  if (isFields(context.seccompProfile)) validateSeccomp(errors, context.seccompProfile, `${path}.seccompProfile`);
  if (context.allowPrivilegeEscalation === false) {
    const off = 'cannot set `allowPrivilegeEscalation` to false and';
    if (context.privileged === true)
      errors.push(invalidValue(path, internalOf('SecurityContext', context), `${off} \`privileged\` to true`));
    if (textsAt(fieldsAt(context, 'capabilities'), 'add').includes('CAP_SYS_ADMIN')) {
      errors.push(
        invalidValue(path, internalOf('SecurityContext', context), `${off} \`capabilities.Add\` CAP_SYS_ADMIN`),
      );
    }
  }
  if (isFields(context.appArmorProfile)) validateAppArmor(errors, context.appArmorProfile, `${path}.appArmorProfile`);
}

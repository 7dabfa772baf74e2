import { clusterWide, namespaced } from './objects.ts';
import type { Chance } from './random.ts';
import type { Case } from './request.ts';
import { request, status } from './request.ts';

const SAMPLES = [...namespaced('default'), ...clusterWide()];
const UNRECOGNIZED =
  /^the object provided is unrecognized \(must be of type \w+\): couldn't get version\/kind; json parse error: /;
const INVALID = 'Invalid';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

const fine = (): { apiVersion: string; kind: string } => ({ apiVersion: 'v1', kind: 'ConfigMap' });

/** Where a value of a wrong type sits, and what Go says of it. */
const MISTYPED: readonly (readonly [string, object, RegExp])[] = [
  [CONFIG_MAPS, { data: { a: 1 } }, /cannot unmarshal number into Go struct field ConfigMap\.data of type string$/],
  [
    CONFIG_MAPS,
    { data: [] },
    /cannot unmarshal array into Go struct field ConfigMap\.data of type map\[string\]string$/,
  ],
  [
    CONFIG_MAPS,
    { metadata: { labels: 'x' } },
    /cannot unmarshal string into Go struct field ObjectMeta\.metadata\.labels of type map\[string\]string$/,
  ],
  [
    CONFIG_MAPS,
    { immutable: 'yes' },
    /cannot unmarshal string into Go struct field ConfigMap\.immutable of type bool$/,
  ],
  [
    DEPLOYMENTS,
    { spec: { replicas: '3' } },
    /cannot unmarshal string into Go struct field DeploymentSpec\.spec\.replicas of type int32$/,
  ],
  [
    DEPLOYMENTS,
    { spec: { replicas: 1.5 } },
    /cannot unmarshal number 1\.5 into Go struct field DeploymentSpec\.spec\.replicas of type int32$/,
  ],
  [
    DEPLOYMENTS,
    { spec: { template: [] } },
    /cannot unmarshal array into Go struct field DeploymentSpec\.spec\.template of type v1\.PodTemplateSpec$/,
  ],
  [
    PODS,
    { spec: { containers: {} } },
    /cannot unmarshal object into Go struct field PodSpec\.spec\.containers of type \[\]v1\.Container$/,
  ],
  [
    PODS,
    { spec: { hostNetwork: 1 } },
    /cannot unmarshal number into Go struct field PodSpec\.spec\.hostNetwork of type bool$/,
  ],
  [
    PODS,
    { spec: { containers: [{ resources: { limits: { cpu: 'lots' } } }] } },
    /quantities must match the regular expression/,
  ],
];

function badName(chance: Chance): string {
  const name = chance.noise();
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name) ? `${name}_` : name;
}

/** Bodies that are no object of their kind. */
export const bodyCases: readonly Case[] = [
  (chance) => {
    const { path, object } = chance.of(SAMPLES);
    const text = JSON.stringify(object);
    const body = text.slice(0, 1 + chance.below(text.length - 1));
    return request('JSON that was cut off', 'POST', path, status(400, 'BadRequest', UNRECOGNIZED), { body });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const body = `${chance.of(['x', '<', '\\', '-', '\u0007'])}${chance.noise()}`;
    return request('text that is no JSON', 'POST', path, status(400, 'BadRequest', UNRECOGNIZED), { body });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const body = chance.of(['3', '"text"', '[]', 'true', '[{"kind":"Pod"}]', '-1.5e3']);
    const message = /json parse error: json: cannot unmarshal (number|string|array|bool) into Go value of type struct /;
    return request('JSON that is no object', 'POST', path, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    return request('no body', 'POST', path, status(400, 'BadRequest', /unexpected end of JSON input \(<empty>\)$/));
  },
  (chance) => {
    const { path, kind } = chance.of(SAMPLES);
    const other = chance.of(SAMPLES.filter((each) => each.kind !== kind)).object;
    const message = new RegExp(` cannot be handled as a ${kind}: converting \\(.*\\) to \\(.*\\): unknown conversion$`);
    return request('an object of another kind', 'POST', path, status(400, 'BadRequest', message), { body: other });
  },
  (chance) => {
    const { path, object, kind } = chance.of(SAMPLES);
    const apiVersion = `${chance.word()}.example/v1`;
    const message = new RegExp(
      `^${kind} in version "v1" cannot be handled as a ${kind}: no kind "${kind}" is registered`,
    );
    const body = { ...object, apiVersion };
    return request('an object of another group', 'POST', path, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const { path, object } = chance.of(SAMPLES);
    const [field, value] = [chance.of(['kind', 'apiVersion']), chance.of([1, true, [], {}])];
    const message =
      /couldn't get version\/kind; json parse error: json: cannot unmarshal \w+ into Go struct field \.\w+ /;
    const body = { ...object, [field]: value };
    return request('a kind that is no text', 'POST', path, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const { path, object, kind } = chance.of(SAMPLES);
    const apiVersion = `${chance.word()}/${chance.word()}/v1`;
    const unexpected = `unexpected GroupVersion string: ${apiVersion}`;
    const message = new RegExp(`^the object provided is unrecognized \\(must be of type ${kind}\\): ${unexpected} `);
    const body = { ...object, apiVersion };
    return request('a version with two slashes', 'POST', path, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const labels = { [chance.word()]: 'x' };
    const spec = { template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'b' }] } } };
    const path = `/apis/apps/v1/namespaces/default/${chance.of(['deployments', 'replicasets', 'statefulsets', 'daemonsets'])}`;
    const message =
      /template\.metadata\.labels: Invalid value: \{"\w+":"x"\}: `selector` does not match template `labels`/;
    const body = { metadata: { name: 'x' }, spec };
    return request('a workload without a selector', 'POST', path, status(422, INVALID, message), { body });
  },
  (chance) => {
    const { path, object } = chance.of(SAMPLES);
    const type = chance.of([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      `a/${chance.word()}`,
    ]);
    const message =
      /^the body of the request was in an unknown format - accepted media types include: application\/json/;
    return request('a body of an unknown type', 'POST', path, status(415, 'UnsupportedMediaType', message), {
      body: object,
      type,
    });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    return request('broken YAML', 'POST', path, status(400, 'BadRequest'), { body: 'a: [b', type: 'application/yaml' });
  },
  (chance) => {
    const { path } = chance.of(SAMPLES);
    const type = 'application/vnd.kubernetes.protobuf';
    return request('no protobuf', 'POST', path, status(400, 'BadRequest'), { body: chance.noise(), type });
  },
  (chance) => {
    const [path, fields, message] = chance.of(MISTYPED);
    const body = { metadata: { name: 'x' }, ...fields };
    return request('a value of a wrong type', 'POST', path, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const { path, object } = chance.of(SAMPLES);
    const field = `un${chance.word()}`;
    const message = new RegExp(`strict decoding error: unknown field "${field}"$`);
    const body = { ...object, [field]: 1 };
    const target = `${path}?fieldValidation=Strict`;
    return request('an unknown field', 'POST', target, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const field = `un${chance.word()}`;
    const message = new RegExp(`strict decoding error: unknown field "spec\\.containers\\[0\\]\\.${field}"$`);
    const body = { spec: { containers: [{ name: 'a', image: 'b', [field]: {} }] }, metadata: { name: 'x' } };
    const target = `${PODS}?fieldValidation=Strict`;
    return request('an unknown field deep inside', 'POST', target, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const key = chance.word();
    const body = `{"metadata":{"name":"x"},"data":{"${key}":"1","${key}":"2"}}`;
    const message = new RegExp(`strict decoding error: duplicate field "data\\.${key}"$`);
    const target = `${CONFIG_MAPS}?fieldValidation=Strict`;
    return request('a field twice', 'POST', target, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const body = { ...fine(), metadata: { name: badName(chance) } };
    return request(
      'a name that is none',
      'POST',
      CONFIG_MAPS,
      status(422, INVALID, /metadata\.name: Invalid value: /),
      { body },
    );
  },
  () => {
    const message = /^ConfigMap "" is invalid: metadata\.name: Required value: name or generateName is required$/;
    return request('no name', 'POST', CONFIG_MAPS, status(422, INVALID, message), { body: fine() });
  },
  (chance) => {
    const body = { ...fine(), metadata: { name: 'x', namespace: `other-${chance.word()}` } };
    const message = /^the namespace of the provided object does not match the namespace sent on the request$/;
    return request('another namespace', 'POST', CONFIG_MAPS, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const body = { ...fine(), metadata: { name: `other-${chance.word()}` } };
    const message = /^the name of the object \(other-[a-z]+\) does not match the name on the URL \(x\)$/;
    return request('another name', 'PUT', `${CONFIG_MAPS}/x`, status(400, 'BadRequest', message), { body });
  },
  (chance) => {
    const labels = { [`${chance.word()} ${chance.word()}`]: 'x' };
    const body = { ...fine(), metadata: { name: 'x', labels } };
    return request(
      'a label that is none',
      'POST',
      CONFIG_MAPS,
      status(422, INVALID, /metadata\.labels: Invalid value: /),
      { body },
    );
  },
  (chance) => {
    const { path, object } = chance.of(SAMPLES);
    const body = { ...object, metadata: { name: `new-${chance.word()}`, resourceVersion: '7' } };
    const message = /^resourceVersion should not be set on objects to be created$/;
    return request('a revision before there is one', 'POST', path, { code: 500, message }, { body });
  },
];

import { isFields } from '../../api/go/json.ts';
import { SchemaPackage, type Struct } from '../../api/schema/language.ts';
import { metaPackage } from '../../api/schema/packages.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What tells clients what there is, as messages: fields in the order of their numbers.
 * Models apimachinery/pkg/apis/meta/v1/generated.proto and api/apidiscovery/v2/generated.proto (v1.36)
 */
const DISCOVERY = new SchemaPackage({
  package: 'v1',
  imports: [metaPackage],
  text: `
APIVersions versions:[]s serverAddressByClientCIDRs:[]ServerAddressByClientCIDR
ServerAddressByClientCIDR clientCIDR serverAddress
APIGroupList groups:[]APIGroup
APIGroup name versions:[]GroupVersionForDiscovery preferredVersion:GroupVersionForDiscovery serverAddressByClientCIDRs:[]ServerAddressByClientCIDR
GroupVersionForDiscovery groupVersion version
APIResourceList groupVersion resources:[]APIResource
APIResource name namespaced:b kind verbs:*Verbs shortNames:[]s singularName categories:[]s group version storageVersionHash
Verbs items:[]s
APIGroupDiscoveryList metadata:ListMeta items:[]APIGroupDiscovery
APIGroupDiscovery metadata:ObjectMeta versions:[]APIVersionDiscovery
APIVersionDiscovery version resources:[]APIResourceDiscovery freshness
APIResourceDiscovery resource responseKind:*GroupVersionKind scope singularResource verbs:[]s shortNames:[]s categories:[]s subresources:[]APISubresourceDiscovery
APISubresourceDiscovery subresource responseKind:*GroupVersionKind acceptedTypes:[]GroupVersionKind verbs:[]s
GroupVersionKind group version kind
`,
});

const ROOTS: ReadonlySet<string> = new Set([
  'APIVersions',
  'APIGroupList',
  'APIGroup',
  'APIResourceList',
  'APIGroupDiscoveryList',
]);

/** The struct of a document, and its content in the form that the struct has; undefined for other objects. */
export function discoveryMessage(body: Fields): { readonly struct: Struct; readonly content: Fields } | undefined {
  const struct = ROOTS.has(String(body.kind)) ? DISCOVERY.struct(String(body.kind)) : undefined;
  if (struct === undefined) return undefined;
  const { resources } = body;
  if (body.kind !== 'APIResourceList' || !Array.isArray(resources)) return { struct, content: body };
  // The verbs of a resource are a message of their own.
  const wrapped = resources.map((each) => (isFields(each) ? { ...each, verbs: { items: each.verbs } } : each));
  return { struct, content: { ...body, resources: wrapped } };
}

import { aside, type Claims, counted, gone, shows, step, stored } from '../../worker/claims/claim.ts';

const FRUITS = 'customresourcedefinitions.apiextensions.k8s.io/fruits.example.org';

const sql = aside('what a database would be told', 'CREATE TABLE', 'INSERT INTO', 'SELECT FROM WHERE', 'DELETE');

/** What the parts say. */
export const claims: Claims = {
  fruit: [
    [/created/, stored(FRUITS, 'spec.versions.0.additionalPrinterColumns.length', 3), sql],
    [/condition met/],
    [/apple created/, shows('/registry/example.org/fruits/default/apple'), sql],
    [/banana created/, counted('fruits.example.org/default', 2), aside('the second, as it was made', '2')],
    [/spec.weight in body must be of type integer/],
    [/apple +false +100 +little bit rotten\nbanana +true +80 +just bought/, sql],
    [/apple/, step('kubectl.request', { args: { path: '/apis/example.org/v1/namespaces/default/fruits/apple' } }), sql],
    [/^200 .*"comment":"little bit rotten"/],
    [/Comment: +little bit rotten/],
    [/weight\t<integer>/, step('kubectl.request', { args: { path: '/openapi/v3/apis/example.org/v1' } })],
    [
      /fruit.example.org\/banana labeled/,
      stored('fruits.example.org/default/banana', 'metadata.labels', { 'tastes-good': 'true' }),
    ],
    [/banana/],
    [/banana unlabeled/],
    [/fruit.example.org "apple" deleted/, gone('fruits.example.org/default/apple'), sql],
  ],
};

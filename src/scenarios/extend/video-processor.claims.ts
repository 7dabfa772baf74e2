import { type Claims, inOrder, shows, step, stored } from '../../worker/claims/claim.ts';

const VIDEOS = 'customresourcedefinitions.apiextensions.k8s.io/videoprocessors.media.example.com';

const HOLIDAY = 'videoprocessors.media.example.com/default/holiday';

/** What the parts say. */
export const claims: Claims = {
  'video-processor': [
    [
      /created/,
      stored(VIDEOS, 'spec.versions.0.schema.openAPIV3Schema.properties.spec.required', ['source']),
      stored(VIDEOS, 'spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.resolution.enum.length', 4),
      stored(VIDEOS, 'spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.bitrate.minimum', 100),
    ],
    [/condition met/],
    [/^201 .*"uid":.*"resourceVersion":/],
    [/^422 .*"8k.*supported values/],
    [/^200 .*"resolution":"1080p"/, step('etcd.read', { about: HOLIDAY })],
    [/^422 .*must be specified for an update/],
    [
      /replaced/,
      inOrder(
        [
          'kubectl.request',
          { args: { verb: 'GET', path: '/apis/media.example.com/v1/namespaces/default/videoprocessors/holiday' } },
        ],
        ['kubectl.request', { args: { verb: 'PUT' } }],
      ),
      stored(HOLIDAY, 'spec.resolution', '720p'),
    ],
    [/^200 .*"resolution":"720p"/, shows('limit=10')],
    [/\/registry\/media.example.com\/videoprocessors\/default\/holiday/],
    [/holiday +s3:\/\/films\/holiday.mov +720p/],
  ],
};

import type { Scenario } from '../scenario.ts';
import { asked, typed } from '../typed.ts';

const FILE = 'video-processor-definition.yaml';
const PATH = '/apis/media.example.com/v1/namespaces/default/videoprocessors';

const DEFINITION = `# A program writes and reads its own kind of object through the API server. Then, in the API panel:
#   POST ${PATH}
#     {"metadata": {"name": "holiday"}, "spec": {"source": "s3://films/holiday.mov", "resolution": "1080p"}}
#   GET  ${PATH}/holiday
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: videoprocessors.media.example.com
spec:
  group: media.example.com
  scope: Namespaced
  names:
    kind: VideoProcessor
    plural: videoprocessors
    singular: videoprocessor
    shortNames: [vp]
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    additionalPrinterColumns:
    - {name: Source, type: string, jsonPath: .spec.source}
    - {name: Resolution, type: string, jsonPath: .spec.resolution}
    - {name: Phase, type: string, jsonPath: .status.phase}
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [source]
            properties:
              source: {type: string, minLength: 1}
              resolution: {type: string, enum: [480p, 720p, 1080p, 2160p], default: 720p}
              bitrate: {type: integer, minimum: 100}
          status:
            type: object
            properties:
              phase: {type: string}
`;

const video = (name: string, spec: object): object => ({
  apiVersion: 'media.example.com/v1',
  kind: 'VideoProcessor',
  metadata: { name },
  spec,
});

/** A custom resource as a program uses it: by plain requests, each checked against the schema and stored in etcd. */
export const videoProcessor: Scenario = {
  id: 'video-processor',
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [{ name: FILE, text: DEFINITION }],
  story: [
    typed(`kubectl apply -f ${FILE}`, { [FILE]: DEFINITION }),
    typed('kubectl wait --for=condition=Established crd/videoprocessors.media.example.com'),
    asked('POST', PATH, video('holiday', { source: 's3://films/holiday.mov', resolution: '1080p' })),
    asked('POST', PATH, video('wrong', { source: 's3://films/wrong.mov', resolution: '8k' })),
    asked('GET', `${PATH}/holiday`),
    asked('PUT', `${PATH}/holiday`, video('holiday', { source: 's3://films/holiday.mov' })),
    asked('GET', `${PATH}?limit=10`),
    { type: 'etcdctl', argv: ['get', '/registry/media.example.com', '--prefix'] },
    typed('kubectl get vp'),
  ],
};

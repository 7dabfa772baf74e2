/** What a program or an operator works on. */
export const VIDEO_PROCESSOR = `# A program writes and reads its own kind of object through the API server. Then, in the API panel:
#   POST /apis/media.example.com/v1/namespaces/default/videoprocessors
#     {"metadata": {"name": "holiday"}, "spec": {"source": "s3://films/holiday.mov", "resolution": "1080p"}}
#   GET  /apis/media.example.com/v1/namespaces/default/videoprocessors/holiday
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
              workers: {type: integer}
`;

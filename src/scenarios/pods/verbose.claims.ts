import { type Claims, step } from '../../worker/claims/claim.ts';

const requests = (times: number) => step('kubectl.request', { times });

/** What the parts say. */
export const claims: Claims = {
  verbose: [
    [/^.*loader.go[\s\S]*(?:.*"Response" verb="GET" .*\n){3}No resources/, requests(3)],
    [/"Request" [\s\S]*"Response" [\s\S]*Content-Type: [\s\S]*"Response Body" body=</],
    [
      /colours created[\s\S]*"Request Body"[\s\S]*curl -v -XPOST[\s\S]*serverProcessingMilliseconds[\s\S]*"sky":"blue"}}\n/,
    ],
  ],
};

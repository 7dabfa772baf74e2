/** Version and commit of this build, e.g. `0.1.0+1a2b3c4`, or `0.1.0+1a2b3c4+dirty` with uncommitted changes. */
declare const __KUBESTEP_BUILD__: string;

/** What Kubernetes says of its kinds and fields, as JSON: `PackedTexts` of scripts/vite/field-texts.d.mts. */
declare module 'virtual:kubernetes-field-texts' {
  const packed: string;
  export default packed;
}

/** Where the engine's worker script is: a classic script, to be given to `new Worker(url)`. */
declare module 'virtual:kubestep-engine' {
  const url: string;
  export default url;
  /** What it fetches later, to be appended to it where it cannot fetch; undefined when it holds everything itself. */
  export const laterUrl: string | undefined;
}

/** Where the record of what demos read lies; undefined where none is made. */
declare module 'virtual:kubestep-kept' {
  const base: string | undefined;
  export default base;
}

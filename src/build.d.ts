/** Version and commit of this build, e.g. `0.1.0+1a2b3c4`, or `0.1.0+1a2b3c4+dirty` with uncommitted changes. */
declare const __KUBESTEP_BUILD__: string;

/** Where the engine's worker script is: one classic, self-contained script, to be given to `new Worker(url)`. */
declare module 'virtual:kubestep-engine' {
  const url: string;
  export default url;
}

/** How this program was called: from the sources, or as the program of the package. */
export const IS_OF_SOURCES = /\.ts$/.test(process.argv[1] ?? '');

export const CALLED = IS_OF_SOURCES ? 'npm run kubestep --' : 'npx kubestep';

declare global {
  var importAgain: (path: string, from: string) => Promise<unknown>;
}

/** How often each script has failed to come. */
const failures = new Map<string, number>();

/**
 * `import(path)`, which can be asked for again. A browser may remember for ever that nothing came from an address, as the
 * standard of HTML has it and Chromium 150 does; but a network comes back. So it is asked for by another address then.
 * The build puts this in the place of `import()`.
 */
globalThis.importAgain = async (path, from) => {
  const { href } = new URL(path, from);
  const failed = failures.get(href) ?? 0;
  try {
    return await import(/* @vite-ignore */ failed === 0 ? href : `${href}?again=${failed}`);
  } catch (error) {
    failures.set(href, failed + 1);
    throw error;
  }
};

export {};

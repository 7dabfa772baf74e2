// The entry of the engine's worker. It is built as one classic script, so it must not rely on being a module.
self.onmessage = (event: MessageEvent) => {
  if (event.data === 'hello') self.postMessage({ build: __KUBESTEP_BUILD__ });
};

// React waits for `act` only where it is told that tests run.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

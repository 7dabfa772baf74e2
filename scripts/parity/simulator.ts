import type { SimulatorPort } from './simulator-port.ts';

/** The simulator behind the port. Until it is bound here, only `--against` works. */
export async function simulator(): Promise<SimulatorPort | undefined> {
  return undefined;
}

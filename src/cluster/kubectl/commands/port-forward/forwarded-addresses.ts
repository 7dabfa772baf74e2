// Models addresses and listeners of staging/src/k8s.io/client-go/tools/portforward/portforward.go (v1.36)

import { isIpv4, isIpv6 } from '../../../../api/validation/common/addresses.ts';
import { type Failure, failure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Ports } from './forwarded-ports.ts';

interface Address {
  readonly host: string;
  readonly protocol: 'tcp4' | 'tcp6';
  /** Of what `localhost` stands for, one is enough. */
  readonly isOneOfSeveral: boolean;
}

/** What `--address` names. */
export function listenAddresses(given: readonly string[]): readonly Address[] | Failure {
  if (given.length === 0) return failure('you must specify at least 1 address');
  const found: Address[] = [];
  for (const address of given) {
    if (address === 'localhost') {
      found.push({ host: '127.0.0.1', protocol: 'tcp4', isOneOfSeveral: true });
      found.push({ host: '::1', protocol: 'tcp6', isOneOfSeveral: true });
    } else if (isIpv4(address)) found.push({ host: address, protocol: 'tcp4', isOneOfSeveral: false });
    else if (isIpv6(address)) found.push({ host: address, protocol: 'tcp6', isOneOfSeveral: false });
    else return failure(`${address} is not a valid IP`);
  }
  return found;
}

/** Says where it listens and where it cannot; a failure when it listens nowhere. */
export function listen(
  session: Session,
  addresses: readonly Address[],
  ports: readonly Ports[],
): readonly Ports[] | Failure {
  const heard: Ports[] = [];
  for (const port of ports) {
    const problems = addresses.map((address) => problemAt(session, address, port));
    for (const [at, address] of addresses.entries()) {
      if (problems[at] === undefined)
        session.print(`Forwarding from ${inUrl(address)}:${port.local} -> ${port.remote}\n`);
    }
    if (isHeard(addresses, problems)) {
      heard.push(port);
      continue;
    }
    const errors = problems.filter((problem) => problem !== undefined);
    session.complain(
      `Unable to listen on port ${port.local}: Listeners failed to create with the following errors: [${errors.join(' ')}]\n`,
    );
  }
  const pairs = ports.map(({ local, remote }) => `{${local} ${remote}}`).join(' ');
  return heard.length > 0 ? heard : failure(`unable to listen on any of the requested ports: [${pairs}]`);
}

function isHeard(addresses: readonly Address[], problems: readonly (string | undefined)[]): boolean {
  const several = problems.filter((_, at) => addresses[at]?.isOneOfSeveral === true);
  const single = problems.filter((_, at) => addresses[at]?.isOneOfSeveral === false);
  const isNowhere = several.length > 0 && several.every((problem) => problem !== undefined);
  return !isNowhere && single.every((problem) => problem === undefined);
}

const inUrl = ({ host, protocol }: Address): string => (protocol === 'tcp6' ? `[${host}]` : host);

/** This machine has its loopback addresses; all of them together can be listened at as well. */
const OWN = /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::1|::)$/;

function problemAt(session: Session, address: Address, { local }: Ports): string | undefined {
  const why = !OWN.test(address.host)
    ? 'cannot assign requested address'
    : session.host.localPorts?.has(local)
      ? 'address already in use'
      : undefined;
  if (why === undefined) return undefined;
  return `unable to create listener: Error listen ${address.protocol} ${inUrl(address)}:${local}: bind: ${why}`;
}

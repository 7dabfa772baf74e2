import type { ReactElement } from 'react';
import type { PodGlyph } from '../../protocol/views.ts';
import { Line } from './line.tsx';

const RING = 5.6;

/** A Pod's state as a shape: all round is fine, all cornered is wrong. The word always stands beside it. */
export function PodMark({ glyph, size = 18 }: { readonly glyph: PodGlyph; readonly size?: number }): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapeOf(glyph)}
    </svg>
  );
}

function shapeOf(glyph: PodGlyph): ReactElement {
  switch (glyph) {
    case 'pending':
      return <circle cx="8" cy="8" r={RING} stroke="var(--ink-2)" strokeWidth="1.6" strokeDasharray="2.2 2.2" />;
    case 'unschedulable':
      return <path d="M8 1.8 14.6 13.6H1.4zM8 6.2v3.6M8 11.4v.6" stroke="var(--bad)" strokeWidth="1.5" />;
    case 'creating':
      return (
        <>
          <circle cx="8" cy="8" r={RING} stroke="var(--ink)" strokeWidth="1.8" />
          <path d="M8 2.4a5.6 5.6 0 0 0 0 11.2z" fill="var(--ink)" />
        </>
      );
    case 'running-not-ready':
      return (
        <>
          <circle cx="8" cy="8" r={RING} stroke="var(--ok)" strokeWidth="1.8" />
          <circle cx="8" cy="8" r="2.4" fill="var(--ok)" />
        </>
      );
    case 'running':
      return <circle cx="8" cy="8" r="6.2" fill="var(--ok)" />;
    case 'succeeded':
      return (
        <>
          <circle cx="8" cy="8" r="6.4" fill="var(--ink-2)" />
          <path d="m5 8.2 2.2 2.2L11 6.2" stroke="var(--paper)" strokeWidth="1.6" />
        </>
      );
    case 'backoff':
      return (
        <>
          <rect x="2" y="2" width="12" height="12" rx="1" stroke="var(--bad)" strokeWidth="1.6" />
          <path d="M6.2 5.6v4.8M9.8 5.6v4.8" stroke="var(--bad)" strokeWidth="1.8" />
        </>
      );
    case 'failed':
      return (
        <>
          <rect x="2" y="2" width="12" height="12" rx="1" fill="var(--bad)" />
          <path d="m5.3 5.3 5.4 5.4M10.7 5.3l-5.4 5.4" stroke="var(--paper)" strokeWidth="1.7" />
        </>
      );
    case 'terminating':
      return (
        <>
          <circle cx="8" cy="8" r={RING} stroke="var(--ink-2)" strokeWidth="1.6" />
          <path d="M2.6 13.4 13.4 2.6" stroke="var(--ink-2)" strokeWidth="1.6" />
        </>
      );
    case 'unknown':
      return (
        <>
          <circle cx="8" cy="8" r="6" stroke="var(--ink-2)" strokeWidth="1.4" />
          <path
            d="M6.3 6.6c0-2.3 3.4-2.2 3.4 0 0 1.4-1.7 1.3-1.7 2.8M8 11.4v.2"
            stroke="var(--ink-2)"
            strokeWidth="1.4"
          />
        </>
      );
  }
}

/** Cornered states, where something is wrong. */
export function isWrong(glyph: PodGlyph): boolean {
  return glyph === 'unschedulable' || glyph === 'backoff' || glyph === 'failed';
}

const OBJECTS: Readonly<Record<string, string>> = {
  deployments:
    'M3.2 5h6.6A1.2 1.2 0 0 1 11 6.2v6.6A1.2 1.2 0 0 1 9.8 14H3.2A1.2 1.2 0 0 1 2 12.8V6.2A1.2 1.2 0 0 1 3.2 5zM5 2.2h7.8a1 1 0 0 1 1 1V11M4.8 9.5l1.6 1.6 2.4-3',
  replicasets:
    'M2.8 5.6h3.4a1 1 0 0 1 1 1V10a1 1 0 0 1-1 1H2.8a1 1 0 0 1-1-1V6.6a1 1 0 0 1 1-1zM9 5.6V11M11.4 5.6V11M13.8 5.6V11',
  pods: 'M8 1.9 13.4 5v6L8 14.1 2.6 11V5z',
  services:
    'm5.8 7.1 5.2-2.5M5.8 8.9l5.2 2.5M5.8 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0M14.2 3.9a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0M14.2 12.1a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0',
  endpointslices: 'M2.5 4h7M2.5 8h7M2.5 12h7M12.2 4h1.4M12.2 8h1.4M12.2 12h1.4',
  events: 'M4 14V2.4h8.4L10.4 5.4l2 3H4',
  nodes: 'M2.8 3h10.4a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H2.8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM1.8 6.4h12.4M4 4.7h.1M6 4.7h.1',
  configmaps: 'M4 2h5.6L13 5.4V14H4zM6.4 8h4M6.4 10.8h4',
  secrets: 'M7.6 8h6M11.2 8v2.4M13.4 8v1.6M7.4 8a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0',
  bindings: 'M6.4 9.6l3.2-3.2M7 5l1.7-1.7a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.7 1.7a2.8 2.8 0 0 1-4-4L5 7',
  leases: 'M8 5.4v3.2l2.2 1.4M14 8.4a6 6 0 1 1-12 0 6 6 0 0 1 12 0',
  namespaces: 'M2.5 5V2.5H5M8 2.5h0M11 2.5h2.5V5M13.5 8h0M13.5 11v2.5H11M8 13.5h0M5 13.5H2.5V11M2.5 8h0',
};

/** Line glyph of a resource such as `deployments.apps`; a plain square for the rest. */
export function ObjectMark({
  resource,
  size = 14,
}: {
  readonly resource: string;
  readonly size?: number;
}): ReactElement {
  const name = resource.split('.', 1)[0] ?? '';
  return <Line d={OBJECTS[name] ?? 'M3 3h10v10H3z'} size={size} width={1.5} />;
}

export function TickMark({ ok = true, size = 12 }: { readonly ok?: boolean; readonly size?: number }): ReactElement {
  return <Line d={ok ? 'M3 8.5 6.5 12 13 4.5' : 'M4 4l8 8M12 4l-8 8'} size={size} />;
}

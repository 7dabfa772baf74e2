import type { ReactElement } from 'react';
import { Line } from '../widgets/line.tsx';

const PATHS = {
  branch:
    'M4.5 5.1v5.8M11.5 7.1c0 2.4-7 1.4-7 3.8M6.1 3.5a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0M6.1 12.5a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0M13.1 5.5a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0',
  moon: 'M12.8 9.6A5.3 5.3 0 0 1 6.4 3.2a5.3 5.3 0 1 0 6.4 6.4z',
} as const;

export function Icon({ name, size = 14 }: { readonly name: keyof typeof PATHS; readonly size?: number }): ReactElement {
  return <Line d={PATHS[name]} size={size} />;
}

/** Three steps up, the last one lit. */
export function Mark(): ReactElement {
  return (
    <svg width="24" height="18" viewBox="0 0 24 18" aria-hidden="true">
      <path
        d="M2 14h5.5V9H13V4h4"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx="19.6" cy="4" r="3.2" fill="var(--now)" stroke="var(--ink)" strokeWidth="1.6" />
    </svg>
  );
}

import type { DiagnosisView } from '../../protocol/diagnosis-view.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import type { Snapshot } from '../snapshot.ts';

/** Wishes that are not met, once nothing moves any more: before that it would cost time with every frame, and say too much. */
export function diagnosisView(snapshot: Snapshot): DiagnosisView | undefined {
  return snapshot.isAtRest ? diagnose(snapshot) : undefined;
}

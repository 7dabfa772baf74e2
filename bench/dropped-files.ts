import type { Page } from '@playwright/test';

/** A file that is dropped on the map. Anywhere: beside the editor the browser would leave the page for it. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], file, { type: 'application/json' }));
      return transfer;
    },
    [name, text] as const,
  );
  await page.dispatchEvent('main.stage', 'drop', { dataTransfer: files });
}

/** The run of a cluster with so many nodes, dropped as the file that it would be saved to. */
export function dropRunOf(page: Page, nodes: number): Promise<void> {
  const run = { kubestep: 'run', v: 1, build: '', seed: 1, cluster: { nodes, latencies: 'realistic' }, inputs: [] };
  return dropFile(page, 'many.kubestep.json', JSON.stringify(run));
}

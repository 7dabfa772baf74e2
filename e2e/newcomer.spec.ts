import { expect, type Page, test } from '@playwright/test';
import { applyText, atRest, onStep, smallEditor, toEnd } from './page-driver.ts';

/** What somebody retells who has gone through the story with → alone, in its order. */
const RETOLD = {
  'en-US': [
    /You ask for a Deployment of 3 nginx Pods/,
    /arrives as kubernetes-admin/,
    /It may: /,
    /left out is filled in/,
    /Stored: .*revision 644/,
    /Deployment controller compares: 3 Pods wanted/,
    /ReplicaSet controller wants 3 and has 0/,
    /without a node/,
    /the lot decides for node-1/,
    /spec\.nodeName node-1/,
    /kubelet takes the Pod in/,
    /cluster is at rest: 3 of 3 Pods run/,
  ],
  'zh-CN': [
    /你要一个 Deployment，带 3 个 nginx Pod/,
    /请求以 kubernetes-admin 的身份到来/,
    /允许：/,
    /你没写的都补上了/,
    /已存储：.*修订版本 644/,
    /Deployment 控制器一比较：要 3 个 Pod/,
    /ReplicaSet 控制器要 3 个，有 0 个/,
    /没有节点：它存在/,
    /抽签选中 node-1/,
    /spec\.nodeName node-1/,
    /kubelet 收下了这个 Pod/,
    /集群已静止：3 个 Pod 中 3 个在运行/,
  ],
} as const;

for (const [locale, retold] of Object.entries(RETOLD))
  test(`→ alone leads from the command to three Pods that run, told in order, ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    await smallEditor(page);
    await page.goto('./');
    await atRest(page);
    await onStep(page, 1);
    const sentence = page.locator('.say-text p').first();
    const said: string[] = [await sentence.innerText()];
    const steps = await page.evaluate(() => Number(document.documentElement.dataset.steps));
    for (let beat = 2; beat <= steps; beat += 1) {
      await page.keyboard.press('ArrowRight');
      await onStep(page, beat);
      await expect(sentence).not.toHaveText(said.at(-1) ?? '');
      said.push(await sentence.innerText());
    }
    await page.keyboard.press('ArrowRight');
    await expect(sentence).toContainText(retold.at(-1) as RegExp);
    said.push(await sentence.innerText());
    const places = retold.map((one) => said.findIndex((text) => one.test(text)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    await expect(page.locator('.tile')).toHaveText([/Running/, /Running/, /Running/]);
    await context.close();
  });

const pod = (name: string, spec: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, labels: { app: ${name} } }\nspec:\n${spec}`;
const IMAGE = '  containers: [{ name: web, image: nginx:1.27 }]\n';
const NAMESPACE =
  'apiVersion: v1\nkind: Namespace\nmetadata: { name: strict, labels: { pod-security.kubernetes.io/enforce: restricted } }\n---\n';
const REPLICA_SET = `apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: web, namespace: strict }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;
const SERVICE =
  '---\napiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: web }, ports: [{ port: 80, targetPort: 8080 }] }\n';

/** Each is another reason than the usual one: what the sentence at rest names, and what the third action shows. */
const TROUBLES: readonly {
  readonly asks: string;
  readonly text: string;
  readonly named: RegExp;
  readonly card: RegExp;
}[] = [
  {
    asks: 'why a Pod is Pending: no node has the label that it wants',
    text: pod('web', `  nodeSelector: { disk: fast }\n${IMAGE}`),
    named: /disk: ?fast|disk=fast/,
    card: /node-1[\s\S]*node-3/,
  },
  {
    asks: 'why an image is not pulled: its name cannot be one',
    text: pod('web', '  containers: [{ name: web, image: "nginx:1:27" }]\n'),
    named: /nginx:1:27/,
    card: /nginx:1:27/,
  },
  {
    asks: 'why a Service is silent: nobody listens on the port that it leads to',
    text: pod('web', IMAGE) + SERVICE,
    named: /8080/,
    card: /8080/,
  },
  {
    asks: 'why a ReplicaSet has one Pod too few: the namespace refuses such Pods',
    text: NAMESPACE + REPLICA_SET,
    named: /restricted/,
    card: /runAsNonRoot|capabilities|allowPrivilegeEscalation/,
  },
];

/** One action: the question why, as somebody asks it who has only the pointer. */
async function pressWhy(page: Page) {
  await page.locator('.say .act').getByRole('button', { name: 'Why?' }).click();
  return page.locator('.w-why .u-card').first();
}

for (const { asks, text, named, card } of TROUBLES)
  test(`${asks}; in one action from the page at rest`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await smallEditor(page);
    await page.goto('./');
    await atRest(page);
    await onStep(page, 1);
    await applyText(page, text);
    await toEnd(page);
    const sentence = page.locator('.say-text p').first();
    await expect(sentence).toContainText('not as wished');
    await expect(sentence).toContainText(named);
    const told = await pressWhy(page);
    await expect(told).toContainText(named);
    await expect(page.locator('.w-why')).toContainText(card);
  });

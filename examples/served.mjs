// A cluster that real clients reach, for operators written in Go or Python.   node served.mjs
// From a shell: npx kubestep serve --kubeconfig ./kubeconfig, and then KUBECONFIG=./kubeconfig kubectl get nodes
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { serveCluster } from 'kubestep/test';

const served = await serveCluster({ nodes: 2 });
try {
  await served.kubectl(['create', 'configmap', 'colours', '--from-literal=sky=blue']);
  const { data } = await ask('/api/v1/namespaces/default/configmaps/colours');
  console.log(`over HTTPS the sky is ${data.sky}`);
} finally {
  await served.close();
}

/** As any client does that has read the kubeconfig: its certificates say who it is. */
function ask(path) {
  const config = readFileSync(served.kubeconfig, 'utf8');
  const of = (name) => Buffer.from(new RegExp(`${name}: (\\S+)`).exec(config)[1], 'base64');
  const identity = {
    ca: of('certificate-authority-data'),
    cert: of('client-certificate-data'),
    key: of('client-key-data'),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${served.url}${path}`, identity, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    asked.on('error', reject).end();
  });
}

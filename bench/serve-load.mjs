// A client in a process of its own: what it does is named by the first argument, where to by the others.
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';

const [task, kubeconfig, count] = process.argv.slice(2);
const text = readFileSync(kubeconfig, 'utf8');
const server = /server: (\S+)/.exec(text)[1];
const ca = Buffer.from(/certificate-authority-data: (\S+)/.exec(text)[1], 'base64');
const token = /name: kubernetes-admin-token\n\s+user:\n\s+token: (\S+)/.exec(text)?.[1] ?? /token: (\S+)/.exec(text)[1];
const authorization = `Bearer ${token}`;
const MAPS = '/api/v1/namespaces/default/configmaps';

function session() {
  const opened = connect(server, { ca, settings: { initialWindowSize: 1 << 20 } });
  opened.setMaxListeners(0);
  return new Promise((resolve) => opened.once('connect', () => resolve(opened)));
}

function ask(opened, method, path, body) {
  return new Promise((resolve, reject) => {
    const stream = opened.request({
      ':method': method,
      ':path': path,
      authorization,
      'content-type': 'application/json',
      'user-agent': 'bench',
    });
    let code = 0;
    let answer = '';
    stream.on('response', (headers) => {
      code = headers[':status'];
    });
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      answer += chunk;
    });
    stream.on('end', () => resolve({ code, answer }));
    stream.on('error', reject);
    stream.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** So many creates, a number of them at a time. */
async function create(opened, total, atOnce, prefix) {
  let next = 0;
  let failed = 0;
  const lane = async () => {
    while (next < total) {
      const name = `${prefix}-${next}`;
      next += 1;
      const { code } = await ask(opened, 'POST', MAPS, { metadata: { name }, data: { key: 'value' } });
      if (code !== 201) failed += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { perSecond: Math.round((total / (performance.now() - begun)) * 1000), failed };
}

const tasks = {
  async creates(total) {
    const opened = await session();
    await create(opened, 500, 50, `warm-${process.pid}`);
    const result = await create(opened, total, 50, `map-${process.pid}`);
    opened.close();
    return result;
  },
  /** Every watch hears every event, in the order of its revisions. */
  async watches(total) {
    const sessions = await Promise.all(Array.from({ length: 10 }, session));
    const EVENTS = 20;
    const heard = [];
    const complete = [];
    for (let at = 0; at < total; at += 1) {
      const stream = sessions[at % sessions.length].request({
        ':path': `${MAPS}?watch=1&labelSelector=bench%3Dwatch&resourceVersion=0`,
        authorization,
      });
      const names = [];
      heard.push(names);
      let rest = '';
      stream.setEncoding('utf8');
      complete.push(
        new Promise((resolve) => {
          stream.on('data', (chunk) => {
            const lines = (rest + chunk).split('\n');
            rest = lines.pop();
            for (const line of lines) names.push(JSON.parse(line).object.metadata.name);
            if (names.length === EVENTS) resolve();
          });
        }),
      );
      await new Promise((resolve) => stream.once('response', resolve));
    }
    const begun = performance.now();
    const wanted = [];
    for (let at = 0; at < EVENTS; at += 1) {
      wanted.push(`seen-${at}`);
      await ask(sessions[0], 'POST', MAPS, { metadata: { name: `seen-${at}`, labels: { bench: 'watch' } } });
    }
    await Promise.all(complete);
    const inOrder = heard.filter((names) => names.join() === wanted.join()).length;
    const result = { inOrder, deliveriesPerSecond: Math.round((total * EVENTS * 1000) / (performance.now() - begun)) };
    for (const each of sessions) each.destroy();
    return result;
  },
  async store(total) {
    const opened = await session();
    const { perSecond, failed } = await create(opened, total, 50, 'stored');
    const begun = performance.now();
    let listed = 0;
    let pages = 0;
    let next = '';
    do {
      const { answer } = await ask(opened, 'GET', `${MAPS}?limit=500${next === '' ? '' : `&continue=${next}`}`);
      const list = JSON.parse(answer);
      listed += list.items.length;
      pages += 1;
      next = list.metadata.continue ?? '';
    } while (next !== '');
    opened.close();
    return { perSecond, failed, listed, pages, listMillis: Math.round(performance.now() - begun) };
  },
};

console.log(JSON.stringify(await tasks[task](Number(count))));
process.exit(0);

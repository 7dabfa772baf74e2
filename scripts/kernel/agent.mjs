// Runs inside one network namespace: listens like the processes of a Pod, and connects when it is told to.
// One JSON object a line, in and out.
import dgram from 'node:dgram';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { createInterface } from 'node:readline';

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const datagrams = (host) => dgram.createSocket(host.includes(':') ? 'udp6' : 'udp4');

function listenTcp({ port, name, host }) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.end(`${name} ${socket.remoteAddress.replace('::ffff:', '')} ${socket.remotePort}`);
  });
  return new Promise((done) => server.listen(port, host, done));
}

function listenUdp({ port, name, host }) {
  const socket = datagrams(host);
  socket.on('message', (_, peer) => socket.send(`${name} ${peer.address} ${peer.port}`, peer.port, peer.address));
  return new Promise((done) => socket.bind(port, host, done));
}

function connectTcp({ host, port, wait }) {
  return new Promise((done) => {
    const socket = net.connect({ host, port });
    let text = '';
    let local = 0;
    const timer = setTimeout(() => finish('timed out'), wait);
    const finish = (outcome) => {
      clearTimeout(timer);
      socket.destroy();
      done({ outcome, text, local });
    };
    socket.on('connect', () => {
      local = socket.localPort;
    });
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => finish('answered'));
    socket.on('error', ({ code }) => finish(code));
  });
}

function connectUdp({ host, port, wait, bytes }) {
  return new Promise((done) => {
    const socket = datagrams(host);
    let local = 0;
    const finish = (outcome, text = '') => {
      clearTimeout(timer);
      socket.close();
      done({ outcome, text, local });
    };
    const timer = setTimeout(() => finish('timed out'), wait);
    socket.on('error', ({ code }) => finish(code));
    socket.on('message', (data) => finish('answered', String(data)));
    // Only a connected socket is told of ICMP errors.
    socket.connect(port, host, () => {
      local = socket.address().port;
      socket.send('x'.repeat(bytes));
    });
  });
}

/** How many connections this namespace has refused or broken off so far. */
function resets() {
  const [names, values] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Tcp: '))
    .map((line) => line.split(' '));
  return { outcome: 'resets', text: values[names.indexOf('OutRsts')], local: 0 };
}

const COMMANDS = { listenTcp, listenUdp, connectTcp, connectUdp, resets };

for await (const line of createInterface({ input: process.stdin })) {
  const { id, command, ...args } = JSON.parse(line);
  Promise.resolve(COMMANDS[command](args)).then(
    (result) => say({ id, ...(result ?? {}) }),
    (error) => say({ id, outcome: String(error) }),
  );
}

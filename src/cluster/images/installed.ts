// Models which programs the file systems of images hold (v1.36)

import { pureOfObject } from '../../base/pure.ts';
import type { ImageBehaviour } from './catalog.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** What a shell does itself, whatever is installed. */
const BUILT_IN = new Set(
  words(
    ': . [ [[ alias bg break case cd command continue echo eval exec exit export false fg getopts hash if jobs kill let local printf pwd read return set shift test time times trap true type ulimit umask unset wait until while for { } ! function source do done then else elif fi esac',
  ),
);

/** In nearly every image that has a shell. */
const USUAL = new Set(
  words(
    '[ awk base64 basename cat chgrp chmod chown chroot cksum comm cp cut date dd df diff dirname du echo egrep env expand expr factor false fgrep find fold getent grep groups gunzip gzip head hostname id install kill link ln logname ls md5sum mkdir mkfifo mknod mktemp mount mv nice nl nohup nproc od paste pidof printenv printf pwd readlink realpath rm rmdir sed seq sh sha1sum sha256sum sha512sum shred shuf sleep sort split stat stty sum sync tac tail tar tee test timeout touch tr true truncate tty umount uname unexpand uniq unlink wc which who whoami xargs yes fallocate login mountpoint more su',
  ),
);

const BUSYBOX = words(
  'adduser addgroup arch arp arping ash bc brctl busybox bunzip2 bzcat bzip2 cal clear cmp cpio crond crontab dc dmesg dnsdomainname dos2unix fdisk flock free fsync ftpget ftpput fuser hexdump hostid hwclock ifconfig ionice iostat ip ipcalc iproute kill killall less logger losetup lsmod lsof lzcat mkpasswd nc netstat nsenter nslookup ntpd patch pgrep ping ping6 pkill pmap ps pstree pwdx renice reset resize rev route sendmail setsid strings sysctl syslogd taskset telnet tftp top traceroute tunctl udhcpc unix2dos unshare unxz unzip uptime usleep uudecode uuencode vi watch wget whois xxd xz xzcat zcat',
);
const DEBIAN = words('bash dash apt apt-get dpkg perl tac pathchk dirname chcon hostid numfmt ptx pinky');
const PROCPS = words(
  'free pgrep pidwait pkill pmap ps pwdx skill slabtop snice sysctl tload top uptime vmstat w watch',
);
const UBUNTU = [...DEBIAN, ...PROCPS];
/** Images that programs are built in, and those that keep what they were built with. */
const BUILDING = [...UBUNTU, ...words('curl wget git gcc make openssl ssh')];
const REDHAT = words('bash curl rpm yum dnf perl tac pathchk dirname chcon hostid numfmt');
const ALPINE = [...BUSYBOX, 'apk'];

const NGINX = words('nginx nginx-debug docker-entrypoint.sh curl');
const NODE = words('node npm npx yarn python3 docker-entrypoint.sh');
const PHP = words('php pear curl apache2 apachectl apache2-foreground docker-php-entrypoint');

/** What images bring beside what nearly all have; those of this project, and others, have the tools of busybox. */
const OWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['busybox', [...BUSYBOX, 'httpd', 'ftpd', 'telnetd', 'udhcpd', 'dnsd']],
  ['alpine', ALPINE],
  ['bash', [...ALPINE, 'bash', 'docker-entrypoint.sh']],
  ['ubuntu', UBUNTU],
  ['debian', DEBIAN],
  ['centos', REDHAT],
  ['fedora', REDHAT],
  ['rockylinux', REDHAT],
  ['amazonlinux', REDHAT],
  ['nginx', [...DEBIAN, ...NGINX]],
  ['nginxinc/nginx-unprivileged', [...DEBIAN, ...NGINX]],
  ['registry.k8s.io/nginx-slim', [...DEBIAN, ...NGINX]],
  ['registry.k8s.io/etcd', [...DEBIAN, 'etcd', 'etcdctl', 'etcdutl']],
  ['httpd', [...DEBIAN, 'httpd', 'httpd-foreground', 'apachectl', 'ab', 'htpasswd']],
  ['caddy', [...ALPINE, 'caddy']],
  ['redis', [...DEBIAN, ...words('redis-server redis-cli redis-sentinel redis-benchmark docker-entrypoint.sh gosu')]],
  ['memcached', [...DEBIAN, 'memcached', 'docker-entrypoint.sh']],
  ['mysql', [...REDHAT, ...words('microdnf mysqld mysql mysqladmin mysqldump docker-entrypoint.sh gosu')]],
  ['mariadb', [...DEBIAN, ...words('mariadbd mariadb mariadb-admin mariadb-dump docker-entrypoint.sh gosu')]],
  ['mongo', [...UBUNTU, ...words('mongod mongos mongosh mongodump mongorestore docker-entrypoint.sh gosu')]],
  ['postgres', [...DEBIAN, ...words('postgres psql pg_isready pg_dump initdb docker-entrypoint.sh gosu')]],
  ['rabbitmq', [...UBUNTU, ...words('rabbitmq-server rabbitmqctl rabbitmq-diagnostics docker-entrypoint.sh')]],
  ['tomcat', [...UBUNTU, ...words('java catalina.sh curl wget')]],
  ['wordpress', [...DEBIAN, ...PHP, 'docker-entrypoint.sh']],
  ['perl', [...BUILDING, 'cpan', 'cpanm']],
  ['python', [...BUILDING, ...words('python python3 pip pip3')]],
  ['node', [...BUILDING, ...NODE]],
  ['curlimages/curl', [...ALPINE, 'curl', 'entrypoint.sh']],
  ['nicolaka/netshoot', [...ALPINE, ...words('bash curl dig jq mtr nmap ss tcpdump iperf3 socat')]],
  ['polinux/stress', [...BUSYBOX, 'stress', 'bash']],
  ['registry.k8s.io/hpa-example', [...DEBIAN, ...PHP]],
  ['gcr.io/google-samples/gb-frontend', [...DEBIAN, ...PHP]],
  ['gcr.io/google-samples/gb-redis-follower', [...DEBIAN, 'redis-server', 'redis-cli']],
  ['gcr.io/google-samples/node-hello', [...BUILDING, ...NODE]],
  ['gcr.io/google-samples/kubernetes-bootcamp', [...BUILDING, ...NODE]],
  ['registry.k8s.io/e2e-test-images/agnhost', [...BUSYBOX, 'agnhost', 'agnhost-2', 'bash', 'curl', 'dig']],
  ['registry.k8s.io/e2e-test-images/jessie-dnsutils', [...UBUNTU, 'dig', 'nslookup']],
]);

/** What only one of them has is not in an image of the other system. */
const OF_BASE: ReadonlySet<string> = new Set(BUILDING.filter((word) => word !== 'curl'));

const ownOf = pureOfObject(({ repository, isAlpine, programs = [] }: ImageBehaviour): ReadonlySet<string> => {
  const own = OWN.get(repository) ?? [...BUSYBOX, 'bash', ...programs];
  return new Set(isAlpine ? [...ALPINE, ...own.filter((word) => !OF_BASE.has(word))] : own);
});

const FOLDERS = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$|^\/[^/]+$/;

/** Whether a program can be started in an image, by its name or its path. Of an unknown image everything is believed. */
export function isInstalled(image: ImageBehaviour | undefined, word: string): boolean {
  if (image === undefined) return true;
  const name = word.slice(word.lastIndexOf('/') + 1);
  if (word.includes('/') && !FOLDERS.test(word)) return false;
  // Without a shell there is the image's one program, which nobody starts by its name here.
  if (!image.shell) return false;
  return USUAL.has(name) || ownOf(image).has(name);
}

/** Of small images all programs are in one folder. */
export function pathOf(image: ImageBehaviour | undefined, word: string): string | undefined {
  if (image === undefined || word.includes('/') || !isInstalled(image, word)) return undefined;
  if (image.repository === 'busybox') return `/bin/${word}`;
  if (image.repository !== 'alpine') return `/usr/bin/${word}`;
  return `${IN_BIN.has(word) ? '/bin' : SYSTEM.has(word) ? '/sbin' : '/usr/bin'}/${word}`;
}

const IN_BIN = new Set(
  words(
    'arch ash base64 bash cat chgrp chmod chown cp date dd df dmesg dnsdomainname echo egrep false fgrep fsync getopt grep gunzip gzip hostname ionice iostat kill link ln login ls mkdir mknod mktemp more mount mountpoint mpstat mv netstat nice pidof ping ping6 ps pwd rev rm rmdir sed setpriv sh sleep stat stty su sync tar touch true umount uname usleep watch zcat',
  ),
);
const SYSTEM = new Set(
  words('apk arp fdisk hwclock ifconfig ip ipaddr iplink iproute losetup lsmod route sysctl udhcpc'),
);

/** Also what the shell does itself. */
export function isKnownToShell(image: ImageBehaviour | undefined, word: string): boolean {
  return BUILT_IN.has(word) || isInstalled(image, word);
}

/** The words of runc for a program that is not there. */
export function notInstalled(word: string): string {
  return word.includes('/')
    ? `exec: "${word}": stat ${word}: no such file or directory: unknown`
    : `exec: "${word}": executable file not found in $PATH: unknown`;
}

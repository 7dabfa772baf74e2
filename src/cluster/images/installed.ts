// Models which programs the file systems of images hold (v1.36)

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
const GNU = words('bash dash apt apt-get dpkg perl tac pathchk ps dirname chcon hostid numfmt ptx pinky');

/** What images bring beside their base. */
const OWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['busybox', [...BUSYBOX, 'httpd', 'ftpd', 'telnetd', 'udhcpd', 'dnsd']],
  ['alpine', [...BUSYBOX, 'apk']],
  ['bash', [...BUSYBOX, 'apk', 'bash', 'docker-entrypoint.sh']],
  ['ubuntu', GNU],
  ['debian', GNU],
  ['nginx', [...GNU, ...BUSYBOX, 'nginx', 'nginx-debug', 'docker-entrypoint.sh', 'curl']],
  ['nginxinc/nginx-unprivileged', [...GNU, ...BUSYBOX, 'nginx', 'nginx-debug', 'docker-entrypoint.sh', 'curl']],
  ['registry.k8s.io/etcd', [...GNU, 'etcd', 'etcdctl', 'etcdutl']],
  ['httpd', [...GNU, 'httpd', 'httpd-foreground', 'apachectl', 'ab', 'htpasswd']],
  ['redis', [...GNU, 'redis-server', 'redis-cli', 'redis-sentinel', 'redis-benchmark', 'docker-entrypoint.sh']],
  ['memcached', [...GNU, 'memcached', 'docker-entrypoint.sh']],
  ['mysql', [...GNU, 'mysqld', 'mysql', 'mysqladmin', 'mysqldump', 'docker-entrypoint.sh']],
  ['postgres', [...GNU, 'postgres', 'psql', 'pg_isready', 'pg_dump', 'initdb', 'docker-entrypoint.sh']],
  ['perl', [...GNU, 'cpan', 'cpanm', 'curl', 'wget']],
  ['python', [...GNU, 'python', 'python3', 'pip', 'pip3', 'curl', 'wget']],
  ['node', [...GNU, 'node', 'npm', 'npx', 'yarn', 'curl', 'wget', 'python3', 'docker-entrypoint.sh']],
  ['curlimages/curl', [...BUSYBOX, 'curl', 'entrypoint.sh']],
  ['polinux/stress', [...BUSYBOX, 'stress', 'bash']],
  ['registry.k8s.io/e2e-test-images/agnhost', [...BUSYBOX, 'agnhost', 'agnhost-2', 'bash', 'curl', 'dig']],
]);

const sets = new Map<string, ReadonlySet<string>>();

function ownOf({ repository }: ImageBehaviour): ReadonlySet<string> {
  let found = sets.get(repository);
  if (found === undefined) {
    // Images of this project have the tools of busybox.
    found = new Set(OWN.get(repository) ?? BUSYBOX);
    sets.set(repository, found);
  }
  return found;
}

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

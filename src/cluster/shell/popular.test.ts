import { describe, expect, it } from 'vitest';
import { behaviourOf, pull } from '../images/catalog.ts';
import { isInstalled } from '../images/installed.ts';
import { popularImage } from '../images/popular.ts';
import { programFor } from './first-program.ts';

const has = (image: string): boolean => 'image' in pull(image);

describe('IMG31: images that courses and books ask for', () => {
  it('are in the registry by any version, and not by any word', () => {
    expect(['traefik:v2.10', 'stefanprodan/podinfo:6.5.0', 'golang', 'docker.io/library/golang:1.22'].every(has)).toBe(
      true,
    );
    expect(has('traefik:nosuch')).toBe(false);
    expect(has('traefik/traefik-that-nobody-made')).toBe(false);
  });

  it('serve at their port, or where their flag says', () => {
    const echo = behaviourOf('hashicorp/http-echo:0.2.3');
    expect(programFor(echo, [], ['-text=hello']).servesPort).toBe(5678);
    expect(programFor(echo, [], ['-listen=:80', '-text=hello']).servesPort).toBe(80);
    expect(programFor(behaviourOf('containous/whoami'), [], ['--port', '8081']).servesPort).toBe(8081);
  });

  it('stay when they are servers, and end at once when they are tools', () => {
    expect(programFor(behaviourOf('metallb/controller'), [], []).runMicros).toBeUndefined();
    expect(programFor(behaviourOf('rust'), [], [])).toMatchObject({ runMicros: 0, exitCode: 0 });
  });

  it('have their own programs, and a shell unless they are alone', () => {
    expect(isInstalled(behaviourOf('registry.k8s.io/kubernetes-zookeeper:1.0-3.4.10'), 'zookeeper-ready')).toBe(true);
    expect(isInstalled(behaviourOf('hashicorp/http-echo'), 'sh')).toBe(false);
    expect(popularImage('mysql/mysql-server')).toMatchObject({
      mib: 150,
      port: 3306,
      programs: ['mysql', 'mysqladmin'],
    });
  });
});

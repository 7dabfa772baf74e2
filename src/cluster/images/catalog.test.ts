import { describe, expect, it } from 'vitest';
import { behaviourOf, canonicalName, pull } from './catalog.ts';

const busybox = behaviourOf('busybox:1.36');

describe('images', () => {
  it('IMG1: names get registry, library and tag', () => {
    expect(canonicalName('nginx')).toBe('docker.io/library/nginx:latest');
    expect(canonicalName('bitnami/redis:7')).toBe('docker.io/bitnami/redis:7');
    expect(canonicalName('localhost:5000/a/b:c')).toBe('localhost:5000/a/b:c');
    expect(canonicalName('registry.k8s.io/pause@sha256:ab')).toBe('registry.k8s.io/pause@sha256:ab');
  });

  it('IMG2: a registry refuses what it does not have, in the words of containerd', () => {
    expect(pull('nginx:1.27')).toHaveProperty('image');
    expect(pull('nginx:9.99')).toEqual({
      error:
        'rpc error: code = NotFound desc = failed to pull and unpack image "docker.io/library/nginx:9.99": failed to resolve reference "docker.io/library/nginx:9.99": docker.io/library/nginx:9.99: not found',
    });
    expect(pull('ngnix')).toHaveProperty('error', expect.stringContaining('pull access denied'));
    expect(pull('registry.nowhere.test/a:1')).toHaveProperty('error', expect.stringContaining('no such host'));
  });

  it('IMG2: a tag goes on after a point, not within its number; copies of official images are as good', () => {
    const has = (image: string): boolean => 'image' in pull(image);
    expect(['nginx:1.16', 'nginx:1.16.1', 'nginx:1.29-alpine', 'ubuntu:22.04', 'postgres:16'].filter(has)).toHaveLength(
      5,
    );
    expect(['nginx:1.161', 'nginx:1.99', 'node:200', 'redis:70'].filter(has)).toEqual([]);
    expect(behaviourOf('registry.k8s.io/busybox:1.27.2')).toBe(busybox);
    expect(behaviourOf('registry.k8s.io/e2e-test-images/nginx:1.14-4')?.repository).toBe('nginx');
    expect(has('public.ecr.aws/docker/library/redis:7')).toBe(true);
    expect(has('us-docker.pkg.dev/google-samples/containers/gke/hello-app:2.0')).toBe(true);
    expect(has('registry.k8s.io/e2e-test-images/wordpress')).toBe(false);
  });
});

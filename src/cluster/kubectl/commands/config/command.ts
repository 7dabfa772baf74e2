// Models what staging/src/k8s.io/kubectl/pkg/cmd/config declares (v1.36)

import type { Command } from '../declaration.ts';
import { config } from './config.ts';
import { configFlags } from './flags.ts';

export function commands(): readonly Command[] {
  const flags = configFlags();
  return [
    {
      name: 'config',
      order: 41,
      group: 'about',
      does: 'shows and changes the kubeconfig',
      usage: 'SUBCOMMAND',
      flags: '',
      isOfKubeconfig: true,
      looks: true,
      alone: 'complains',
      run: config,
    },
    { name: 'config current-context', flags: '', isOfKubeconfig: true },
    { name: 'config delete-cluster', usage: 'NAME', flags: '', isOfKubeconfig: true },
    { name: 'config delete-context', usage: 'NAME', flags: '', isOfKubeconfig: true },
    { name: 'config delete-user', usage: 'NAME', flags: '', isOfKubeconfig: true },
    { name: 'config get-clusters', flags: '', isOfKubeconfig: true },
    {
      name: 'config get-contexts',
      usage: '[(-o|--output=)name)]',
      flags: flags['config get-contexts'],
      isOfKubeconfig: true,
    },
    { name: 'config get-users', flags: '', isOfKubeconfig: true },
    { name: 'config rename-context', usage: 'CONTEXT_NAME NEW_NAME', flags: '', isOfKubeconfig: true },
    { name: 'config set', usage: 'PROPERTY_NAME PROPERTY_VALUE', flags: flags['config set'], isOfKubeconfig: true },
    {
      name: 'config set-cluster',
      usage:
        'NAME [--server=server] [--certificate-authority=path/to/certificate/authority] [--insecure-skip-tls-verify=true] [--tls-server-name=example.com]',
      flags: flags['config set-cluster'],
      isOfKubeconfig: true,
    },
    {
      name: 'config set-context',
      usage: '[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]',
      flags: flags['config set-context'],
      isOfKubeconfig: true,
    },
    {
      name: 'config set-credentials',
      usage:
        'NAME [--client-certificate=path/to/certfile] [--client-key=path/to/keyfile] [--token=bearer_token] [--username=basic_user] [--password=basic_password] [--auth-provider=provider_name] [--auth-provider-arg=key=value] [--exec-command=exec_command] [--exec-api-version=exec_api_version] [--exec-arg=arg] [--exec-env=key=value]',
      flags: flags['config set-credentials'],
      isOfKubeconfig: true,
    },
    { name: 'config unset', usage: 'PROPERTY_NAME', flags: '', isOfKubeconfig: true },
    { name: 'config use-context', aliases: ['use'], usage: 'CONTEXT_NAME', flags: '', isOfKubeconfig: true },
    {
      name: 'config view',
      flags: flags['config view'],
      defaults: { merge: 'true', output: "'yaml'" },
      isOfKubeconfig: true,
    },
  ];
}

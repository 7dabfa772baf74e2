// Models what staging/src/k8s.io/kubectl/pkg/cmd/create declares (v1.36)

import type { Command } from '../declaration.ts';
import { createCommand } from './create.ts';
import { createFlags } from './flags.ts';

export function commands(): readonly Command[] {
  const flags = createFlags();
  return [
    {
      name: 'create',
      order: 1,
      group: 'change',
      does: 'makes objects of a file or of flags',
      usage: '-f FILENAME',
      flags: flags.create,
      settles: 'dry run and output',
      run: createCommand,
    },
    {
      name: 'create clusterrole',
      usage: 'NAME --verb=verb --resource=resource.group [--resource-name=resourcename] [--dry-run=server|client|none]',
      flags: flags['create clusterrole'],
    },
    {
      name: 'create clusterrolebinding',
      usage:
        'NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
      flags: flags['create clusterrolebinding'],
    },
    {
      name: 'create configmap',
      aliases: ['cm'],
      usage: 'NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]',
      flags: flags['create configmap'],
    },
    {
      name: 'create cronjob',
      aliases: ['cj'],
      usage: "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]",
      flags: flags['create cronjob'],
    },
    {
      name: 'create deployment',
      aliases: ['deploy', 'dep'],
      usage: 'NAME --image=image -- [COMMAND] [args...]',
      flags: flags['create deployment'],
      defaults: { port: '-1', replicas: '1' },
    },
    {
      name: 'create ingress',
      aliases: ['ing'],
      usage: 'NAME --rule=host/path=service:port[,tls[=secret]]',
      flags: flags['create ingress'],
    },
    {
      name: 'create job',
      usage: 'NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]',
      flags: flags['create job'],
    },
    {
      name: 'create namespace',
      aliases: ['ns'],
      usage: 'NAME [--dry-run=server|client|none]',
      flags: flags['create namespace'],
    },
    {
      name: 'create poddisruptionbudget',
      aliases: ['pdb'],
      usage: 'NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]',
      flags: flags['create poddisruptionbudget'],
    },
    {
      name: 'create priorityclass',
      aliases: ['pc'],
      usage: 'NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]',
      flags: flags['create priorityclass'],
      defaults: { 'preemption-policy': "'PreemptLowerPriority'" },
    },
    {
      name: 'create quota',
      aliases: ['resourcequota'],
      usage: 'NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]',
      flags: flags['create quota'],
    },
    {
      name: 'create role',
      usage:
        'NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename] [--dry-run=server|client|none]',
      flags: flags['create role'],
    },
    {
      name: 'create rolebinding',
      usage:
        'NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
      flags: flags['create rolebinding'],
    },
    { name: 'create secret', usage: '(docker-registry | generic | tls)', flags: '', alone: 'complains' },
    {
      name: 'create secret docker-registry',
      usage:
        'NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string] [--from-file=[key=]source] [--dry-run=server|client|none]',
      flags: flags['create secret docker-registry'],
      defaults: { 'docker-server': "'https://index.docker.io/v1/'" },
    },
    {
      name: 'create secret generic',
      usage:
        'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]',
      flags: flags['create secret generic'],
    },
    {
      name: 'create secret tls',
      usage: 'NAME --cert=path/to/cert/file --key=path/to/key/file [--dry-run=server|client|none]',
      flags: flags['create secret tls'],
    },
    { name: 'create service', aliases: ['svc'], flags: '', alone: 'complains' },
    {
      name: 'create service clusterip',
      usage: 'NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]',
      flags: flags['create service clusterip'],
    },
    {
      name: 'create service externalname',
      usage: 'NAME --external-name external.name [--dry-run=server|client|none]',
      flags: flags['create service externalname'],
    },
    {
      name: 'create service loadbalancer',
      usage: 'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]',
      flags: flags['create service loadbalancer'],
    },
    {
      name: 'create service nodeport',
      usage: 'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]',
      flags: flags['create service nodeport'],
    },
    {
      name: 'create serviceaccount',
      aliases: ['sa'],
      usage: 'NAME [--dry-run=server|client|none]',
      flags: flags['create serviceaccount'],
    },
    { name: 'create token', usage: 'SERVICE_ACCOUNT_NAME', flags: flags['create token'] },
  ];
}

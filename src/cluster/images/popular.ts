// Models nothing upstream: images that manifests in books, courses and blogs ask for (v1.36)

import { madeOnce } from '../../base/pure.ts';

/** One of them, as far as it matters to a cluster. */
export interface Popular {
  readonly mib: number;
  /** Where its server listens, if it is one. */
  readonly port: number | undefined;
  readonly page: string | undefined;
  /** The flag that says another port. */
  readonly portFlag: string | undefined;
  readonly isAlone: boolean;
  readonly user: string | undefined;
  /** Programs of its own. */
  readonly programs: readonly string[];
}

/**
 * A line each: its name, how many MiB, its port (`-` for none), then what else is known: `page=` (`_` stands for a blank),
 * `flag=` for the port's, `user=`, `alone` without a shell, and the names of its programs.
 */
const LINES = `
adminer 36 8080 php
alpine/curl 6 - curl
alpine/git 30 - git
alpine/helm 60 - helm kubectl
alpine/k8s 180 - helm kubectl jq curl bash
amazon/aws-cli 130 - aws
apache/airflow 500 8080 airflow
apache/kafka 190 9092 kafka-server-start.sh kafka-topics.sh
appropriate/curl 6 - curl
argoproj/argocd 170 8080 argocd
bitnami/kafka 260 9092 kafka-server-start.sh
bitnami/kubectl 80 - kubectl user=1001
bitnami/mariadb 140 3306 mariadb user=1001
bitnami/mongodb 230 27017 mongosh user=1001
bitnami/mysql 180 3306 mysql mysqladmin user=1001
bitnami/nginx 40 8080 page=Welcome_to_nginx! nginx user=1001
bitnami/postgresql 100 5432 psql pg_isready user=1001
bitnami/rabbitmq 110 5672 rabbitmqctl user=1001
bitnami/redis 40 6379 redis-cli redis-server user=1001
bitnami/wordpress 180 8080 page=Hello_world! user=1001
bitnami/zookeeper 180 2181 zkServer.sh user=1001
byrnedo/alpine-curl 4 - curl
cassandra 120 9042 cassandra nodetool cqlsh
clickhouse/clickhouse-server 250 8123 page=Ok. clickhouse-client
composer 60 - composer php
consul 50 8500 consul
containous/whoami 3 80 page=Hostname:_$HOSTNAME alone flag=port
coredns/coredns 18 53 alone
couchdb 90 5984 page={"couchdb":"Welcome"} curl
datawire/quote 8 8080 alone
docker 100 2375 docker
docker.elastic.co/beats/filebeat 120 - filebeat
docker.elastic.co/elasticsearch/elasticsearch 600 9200 page={"name":"$HOSTNAME"} curl
docker.elastic.co/kibana/kibana 380 5601 page=Kibana curl
docker/whalesay 100 - cowsay
dockersamples/examplevotingapp_result 80 80 page=Result node
dockersamples/examplevotingapp_vote 50 80 page=Cats_vs_Dogs python
dockersamples/examplevotingapp_worker 70 -
dockersamples/visualizer 60 8080 page=Visualizer node
dpage/pgadmin4 170 80 page=pgAdmin_4
drupal 170 80 page=Drupal php curl
ealen/echo-server 40 80 page={"host":{"hostname":"$HOSTNAME"}} node
eclipse-mosquitto 6 1883 mosquitto
eclipse-temurin 140 - java javac
elasticsearch 600 9200 page={"name":"$HOSTNAME"} curl
envoyproxy/envoy 70 10000 envoy
flannel/flannel 30 - flanneld
fluent/fluent-bit 30 2020 alone
fluent/fluentd 60 24224 fluentd ruby
gcr.io/distroless/static 1 - alone
gcr.io/google-samples/cassandra 110 9042 run.sh ready-probe.sh nodetool cqlsh curl
gcr.io/google-samples/hello-frontend 60 80 page={"message":"Hello"} nginx
gcr.io/google-samples/hello-go-gke 5 80 page={"message":"Hello"}
gcr.io/google-samples/microservices-demo/frontend 30 8080 page=Online_Boutique alone
gcr.io/google-samples/xtrabackup 100 - xtrabackup xbstream ncat mysql
gcr.io/google_containers/echoserver 50 8080 page=Hostname:_$HOSTNAME nginx
gcr.io/google_containers/pause 1 - alone
gcr.io/k8s-minikube/kubernetes-bootcamp 80 8080 page=Hello_Kubernetes_bootcamp!_|_Running_on:_$HOSTNAME_|_v=$VERSION node curl
gcr.io/k8s-minikube/storage-provisioner 10 - alone
gcr.io/knative-samples/helloworld-go 20 8080 page=Hello_World! alone
gcr.io/kuar-demo/kuard-amd64 10 8080 page=KUAR_Demo flag=address
gcr.io/kubernetes-e2e-test-images/echoserver 50 8080 page=Hostname:_$HOSTNAME nginx
ghcr.io/colinianking/stress-ng 5 - stress-ng
ghcr.io/dexidp/dex 40 5556 dex
ghcr.io/home-assistant/home-assistant 600 8123 page=Home_Assistant
ghcr.io/stefanprodan/podinfo 20 9898 page={"hostname":"$HOSTNAME","version":"$VERSION"} podcli curl flag=port
ghost 130 2368 page=Ghost node
gitea/gitea 60 3000 page=Gitea
gitlab/gitlab-ce 1200 80 page=GitLab
golang 290 - go
google/cloud-sdk 400 - gcloud gsutil kubectl
gradle 320 - gradle java
haproxy 40 80 haproxy
hashicorp/consul 60 8500 consul
hashicorp/http-echo 4 5678 page=$FLAG(text) alone flag=listen
hashicorp/vault 150 8200 vault
influxdb 110 8086 influx influxd
istio/examples-bookinfo-details-v1 70 9080 page=Details ruby
istio/examples-bookinfo-productpage-v1 70 9080 page=Simple_Bookstore_App python
istio/examples-bookinfo-ratings-v1 80 9080 page=Ratings node
istio/examples-bookinfo-reviews-v1 220 9080 page=Reviews
jaegertracing/all-in-one 40 16686 page=Jaeger_UI alone
jenkins/jenkins 270 8080 page=Jenkins java curl
jmalloc/echo-server 6 8080 page=Request_served_by_$HOSTNAME alone
jocatalin/kubernetes-bootcamp 80 8080 page=Hello_Kubernetes_bootcamp!_|_Running_on:_$HOSTNAME_|_v=$VERSION node curl
joomla 170 80 page=Joomla! php curl
k8s.gcr.io/echoserver 50 8080 page=Hostname:_$HOSTNAME nginx
k8s.gcr.io/pause 1 - alone
kennethreitz/httpbin 180 80 page=httpbin.org python
keycloak/keycloak 220 8080 page=Keycloak java
kibana 380 5601 page=Kibana curl
kicbase/echo-server 4 8080 page=Request_served_by_$HOSTNAME alone
kodekloud/event-simulator 20 -
kodekloud/simple-webapp-mysql 50 8080 page=Hello_from_$HOSTNAME! python
kodekloud/webapp-color 40 8080 page=Hello_from_$HOSTNAME! python
kong 80 8000 kong
linuxserver/nginx 70 80 page=Welcome_to_nginx! nginx
logstash 390 5044 logstash
luksa/fortune 60 -
luksa/kubia 270 8080 page=You've_hit_$HOSTNAME node curl
mattermost/mattermost-team-edition 250 8065 page=Mattermost
maven 280 - mvn java
mccutchen/go-httpbin 12 8080 page=go-httpbin alone
mcr.microsoft.com/azuredocs/aks-helloworld 250 80 page=Welcome_to_Azure_Kubernetes_Service_(AKS) python
mcr.microsoft.com/azuredocs/azure-vote-front 350 80 page=Azure_Voting_App python
mcr.microsoft.com/dotnet/aspnet 85 8080 dotnet
mcr.microsoft.com/dotnet/samples 90 8080 page=Welcome_to_.NET dotnet
mcr.microsoft.com/dotnet/sdk 300 - dotnet
mcr.microsoft.com/oss/bitnami/redis 40 6379 redis-cli redis-server
mendhak/http-https-echo 30 8080 page={"os":{"hostname":"$HOSTNAME"}} node
metallb/controller 30 - alone
minio/minio 60 9000 minio mc
mongo-express 60 8081 page=Mongo_Express node
mysql/mysql-server 150 3306 mysql mysqladmin
nats 8 4222 nats-server
neo4j 300 7474 cypher-shell
networkstatic/iperf3 40 - iperf3
nextcloud 300 80 page=Nextcloud php curl
nginx/nginx-ingress 110 80 page=404_Not_Found nginx
nginxdemos/hello 10 80 page=Server_name:_$HOSTNAME nginx
nginxdemos/nginx-hello 10 8080 page=Server_name:_$HOSTNAME nginx
nodered/node-red 190 1880 page=Node-RED node
odoo 500 8069 page=Odoo python
openjdk 200 - java javac
openpolicyagent/opa 30 8181 opa
oraclelinux 80 - bash
paulbouwer/hello-kubernetes 40 8080 page=Hello_Kubernetes!_$HOSTNAME node
percona 140 3306 mysql mysqladmin
php 160 80 php curl
phpmyadmin 170 80 page=phpMyAdmin php curl
phpmyadmin/phpmyadmin 170 80 page=phpMyAdmin php curl
portainer/portainer-ce 90 9000 page=Portainer alone
postgis/postgis 200 5432 psql pg_isready
praqma/network-multitool 20 80 page=Praqma_Network_MultiTool_-_$HOSTNAME nginx curl dig
progrium/stress 100 - stress
prom/alertmanager 30 9093 page=Alertmanager
prom/blackbox-exporter 12 9115 page=Blackbox_Exporter
prom/node-exporter 12 9100 page=Node_Exporter
prom/pushgateway 10 9091 page=Pushgateway
prom/statsd-exporter 12 9102 page=StatsD_Exporter
pytorch/pytorch 3000 - python
quay.io/argoproj/argocd 170 8080 argocd
quay.io/coreos/etcd 60 2379 etcd etcdctl
quay.io/jetstack/cert-manager-controller 20 9402 alone
quay.io/keycloak/keycloak 220 8080 page=Keycloak java
quay.io/kiwigrid/k8s-sidecar 30 - python
quay.io/metallb/controller 30 - alone
quay.io/minio/minio 60 9000 minio mc
quay.io/prometheus/alertmanager 30 9093 page=Alertmanager
quay.io/prometheus/node-exporter 12 9100 page=Node_Exporter
quay.io/prometheus/prometheus 110 9090 page=Prometheus promtool
quay.io/prometheuscommunity/postgres-exporter 10 9187 page=Postgres_Exporter
rancher/hello-world 10 80 page=Hello_world!_My_hostname_is_$HOSTNAME
rancher/kubectl 20 - alone kubectl
rancher/local-path-provisioner 20 - local-path-provisioner
redis/redis-stack 160 6379 redis-cli redis-server
redis/redis-stack-server 150 6379 redis-cli redis-server
redmine 200 3000 page=Redmine ruby
registry 10 5000 registry
registry.gitlab.com/gitlab-org/gitlab-runner 90 - gitlab-runner
registry.k8s.io/addon-resizer 10 - alone
registry.k8s.io/coredns/coredns 20 53 alone
registry.k8s.io/e2e-test-images/kitten 2 80 page=kitten alone
registry.k8s.io/e2e-test-images/regression-issue-74839 2 9000 alone
registry.k8s.io/e2e-test-images/resource-consumer 30 8080 consume-cpu
registry.k8s.io/external-dns/external-dns 50 7979 alone
registry.k8s.io/fluentd-elasticsearch 130 24224 fluentd
registry.k8s.io/fluentd-gcp 90 24224 fluentd
registry.k8s.io/ingress-nginx/controller 110 80 page=404_Not_Found nginx
registry.k8s.io/ingress-nginx/kube-webhook-certgen 20 - alone
registry.k8s.io/kube-state-metrics/kube-state-metrics 15 8080 page=Kube_Metrics alone
registry.k8s.io/kubectl 20 - alone kubectl
registry.k8s.io/kubernetes-zookeeper 130 2181 start-zookeeper zookeeper-ready zkServer.sh zkCli.sh
registry.k8s.io/kustomize/kustomize 60 - kustomize
registry.k8s.io/metrics-server/metrics-server 20 10250 alone
registry.k8s.io/node-problem-detector/node-problem-detector 50 20256 node-problem-detector
registry.k8s.io/pause-amd64 1 - alone
registry.k8s.io/sig-storage/csi-node-driver-registrar 10 - alone
registry.k8s.io/sig-storage/csi-provisioner 25 - alone
registry.k8s.io/sig-storage/hostpathplugin 80 - hostpathplugin
registry.k8s.io/sig-storage/nfs-provisioner 120 2049 nfs-provisioner
registry.k8s.io/sig-storage/nfs-subdir-external-provisioner 18 - alone
registry.k8s.io/test-webserver 5 80 alone
rocker/rstudio 600 8787 page=RStudio
ruby 340 - ruby irb gem bundle
rust 500 - cargo rustc
selenium/hub 150 4444 page=Selenium_Grid
selenium/node-chrome 400 5555
selenium/standalone-chrome 420 4444 page=Selenium_Grid
solr 280 8983 page=Solr_Admin
sonarqube 400 9000 page=SonarQube
sonatype/nexus3 320 8081 page=Nexus
stefanprodan/podinfo 20 9898 page={"hostname":"$HOSTNAME","version":"$VERSION"} podcli curl flag=port
swaggerapi/swagger-ui 30 8080 page=Swagger_UI
telegraf 130 8125 telegraf
tensorflow/serving 170 8501 tensorflow_model_server
tensorflow/tensorflow 500 - python
timberio/vector 60 8686 vector
traefik 40 80 page=404_page_not_found traefik
training/webapp 100 5000 page=Hello_world! python
tutum/dnsutils 60 - dig nslookup
tutum/hello-world 7 80 page=Hello_world!_My_hostname_is_$HOSTNAME
ubuntu/apache2 70 80 page=It_works! apache2
ubuntu/nginx 60 80 page=Welcome_to_nginx! nginx
valkey/valkey 45 6379 valkey-cli valkey-server
varnish 110 80 varnishd
vault 70 8200 vault
velero/velero 60 - velero
verdaccio/verdaccio 60 4873 page=Verdaccio node
vish/stress 5 - alone
wbitt/network-multitool 20 80 page=WBITT_Network_MultiTool_-_$HOSTNAME nginx curl dig
weaveworks/scope 30 4040 scope
weaveworksdemos/carts 70 80
weaveworksdemos/catalogue 15 80
weaveworksdemos/front-end 50 8079 page=Sock_Shop node
weaveworksdemos/orders 70 80
weaveworksdemos/user 15 80
yauritux/busybox-curl 5 - curl
zookeeper 110 2181 zkServer.sh zkCli.sh
`;

const linesByName = madeOnce(
  (): ReadonlyMap<string, string> =>
    new Map(
      LINES.trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(' ')), line]),
    ),
);

/** Undefined for a name that nobody is known by. */
export function popularImage(repository: string): Popular | undefined {
  const line = linesByName().get(repository);
  return line === undefined ? undefined : read(line.split(' ').slice(1));
}

function read([mib = '', port = '', ...words]: readonly string[]): Popular {
  const told = (name: string): string | undefined =>
    words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  return {
    mib: Number(mib),
    port: port === '-' ? undefined : Number(port),
    page: told('page')?.replaceAll('_', ' '),
    portFlag: told('flag'),
    isAlone: words.includes('alone'),
    user: told('user'),
    programs: words.filter((word) => word !== 'alone' && !word.includes('=')),
  };
}

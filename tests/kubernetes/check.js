// SPDX-License-Identifier: MIT
// check.js FILE...: hold built manifests against the published types of Kubernetes and against each other.
// Two checks that complement each other, as a server's own would: the JSON Schemas find wrong values, the
// TypeScript types find members that do not exist. No cluster is asked.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {parseAllDocuments} from 'yaml';

const here = import.meta.dirname;

// Where each package keeps an apiVersion.
const schemaModule = (apiVersion) => `kubernetes-models/${apiVersion}`;
const typesModule = (apiVersion) => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `kubernetes-types/${group.replace(/\.k8s\.io$/, '')}/${version}`;
};

async function schemaFaults(objects) {
  const faults = [];
  for (const object of objects) {
    const {[object.kind]: Model} = await import(schemaModule(object.apiVersion));
    try {
      new Model(object).validate();
    } catch (error) {
      faults.push(`${object.kind}: ${error.message}`);
    }
  }
  return faults;
}

function typeFaults(objects) {
  const folder = mkdtempSync(`${here}/node_modules/.check-`);
  const lines = objects.flatMap((object, i) => [
    `import type {${object.kind} as T${i}} from '${typesModule(object.apiVersion)}';`,
    `export const o${i}: T${i} = ${JSON.stringify(object, null, 2)};`,
  ]);
  writeFileSync(`${folder}/objects.ts`, lines.join('\n'));
  const tsc = spawnSync(process.execPath, [
    `${here}/node_modules/typescript/bin/tsc`, '--strict', '--noEmit', '--module', 'esnext',
    '--moduleResolution', 'bundler', `${folder}/objects.ts`,
  ], {encoding: 'utf8'});
  rmSync(folder, {recursive: true});
  return tsc.status === 0 ? [] : [tsc.stdout + tsc.stderr];
}

// What no type can say: the objects must mean each other.
function relationFaults(objects) {
  const only = (kind) => {
    const found = objects.filter((object) => object.kind === kind);
    if (found.length !== 1) throw new Error(`expected one ${kind}, found ${found.length}`);
    return found[0];
  };
  const faults = [];
  const must = (truth, text) => truth || faults.push(text);
  const deployment = only('Deployment');
  const {metadata: {labels}, spec: pod} = deployment.spec.template;
  const [container] = pod.containers;
  const selects = (selector) => selector !== undefined && Object.keys(selector).length > 0 &&
    Object.entries(selector).every(([key, value]) => labels[key] === value);
  const portNames = container.ports.map((port) => port.name);

  must(selects(deployment.spec.selector.matchLabels), 'the Deployment does not select its pods');
  must(selects(only('Service').spec.selector), 'the Service does not select the pods');
  must(selects(only('PodDisruptionBudget').spec.selector.matchLabels), 'the budget does not select the pods');
  must(selects(only('NetworkPolicy').spec.podSelector.matchLabels), 'the policy does not select the pods');
  for (const spread of pod.topologySpreadConstraints) {
    must(selects(spread.labelSelector.matchLabels), `${spread.topologyKey}: spreads other pods`);
  }
  const named = [
    ...only('Service').spec.ports.map((port) => port.targetPort),
    ...only('NetworkPolicy').spec.ingress.flatMap((rule) => rule.ports.map((port) => port.port)),
    ...[container.livenessProbe, container.readinessProbe].filter(Boolean).map((probe) => probe.httpGet.port),
  ];
  for (const name of named) must(portNames.includes(name), `no container port is named ${name}`);
  const target = only('HorizontalPodAutoscaler').spec.scaleTargetRef;
  must(target.kind === 'Deployment' && target.name === deployment.metadata.name, 'the autoscaler scales another');

  const configs = new Map(objects.filter((object) => object.kind === 'ConfigMap').map((map) => [map.metadata.name, map]));
  const config = configs.get(container.envFrom[0].configMapRef.name);
  if (config === undefined) return [...faults, 'the pods read another ConfigMap'];
  const mounts = [...(pod.initContainers ?? []), container].flatMap(({volumeMounts}) => volumeMounts ?? []);
  for (const {name, configMap} of pod.volumes ?? []) {
    must(!configMap || configs.has(configMap.name), `the volume ${name} is of a ConfigMap that there is not`);
    must(mounts.some((mount) => mount.name === name), `the volume ${name} is mounted nowhere`);
  }
  const stopSeconds = Number(config.data.NIMSUM_GRACE_SECONDS) + Number(config.data.NIMSUM_DRAIN_SECONDS);
  must(stopSeconds < pod.terminationGracePeriodSeconds, 'the pods are killed before they have drained');
  return faults;
}

// Each check must find the fault it is there for; otherwise its silence means nothing.
async function checkTheChecks(objects) {
  const broken = (kind, breakIt) => {
    const copy = structuredClone(objects);
    breakIt(copy.find((object) => object.kind === kind).spec);
    return copy;
  };
  const wrongValue = broken('HorizontalPodAutoscaler', (spec) => { spec.maxReplicas = 'ten'; });
  const wrongName = broken('Deployment', (spec) => {
    spec.template.spec.containers[0].securityContext.readOnlyRootFS = true;
  });
  const wrongLabel = broken('PodDisruptionBudget', (spec) => { spec.selector = {}; });
  const blind = [
    !(await schemaFaults(wrongValue)).join().includes('maxReplicas') && 'schemas',
    !typeFaults(wrongName).join().includes('readOnlyRootFS') && 'types',
    !relationFaults(wrongLabel).join().includes('budget') && 'relations',
  ].filter(Boolean);
  return blind.map((name) => `the check of ${name} finds nothing even where there is something`);
}

let failed = false;
for (const file of process.argv.slice(2)) {
  const objects = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS());
  const faults = [
    ...await schemaFaults(objects), ...typeFaults(objects), ...relationFaults(objects),
    ...await checkTheChecks(objects),
  ];
  for (const fault of faults) console.error(`${file}: ${fault}`);
  failed ||= faults.length > 0;
  console.log(`${file}: ${objects.length} objects, ${faults.length} faults`);
}
process.exit(failed || process.argv.length < 3 ? 1 : 0);

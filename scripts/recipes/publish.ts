import { appendFileSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cleanClone, run, runLine } from './clean-clone.ts';
import { checkedWorkflow } from './workflow.ts';

const WORKFLOW = '.github/workflows/publish.yml';
const REPOSITORY = 'somebody/kubestep';
/** The maintainer who raises the version. */
const WHO = {
  GIT_AUTHOR_NAME: 'somebody',
  GIT_AUTHOR_EMAIL: 'somebody@kubestep.example',
  GIT_COMMITTER_NAME: 'somebody',
  GIT_COMMITTER_EMAIL: 'somebody@kubestep.example',
};

/** A release in clones: the version is raised and tagged, and the workflow of that tag is run; npm publishes nothing. */
export async function runPublish(root: string, folder: string): Promise<string> {
  const text = readFileSync(join(root, WORKFLOW), 'utf8');
  const { lines } = await checkedWorkflow(text, WORKFLOW, join(folder, 'lint'));
  const publishing = lines.filter((line) => line.includes('release -- publish'));
  if (publishing.length !== 1) throw new Error(`${WORKFLOW} publishes ${publishing.length} times`);
  const tag = tagged(root, join(folder, 'maintainer'));
  const clone = join(folder, 'clone');
  run('git', ['clone', '--quiet', '--branch', tag, join(folder, 'maintainer'), clone], folder);
  const variables = { CI: 'true', GITHUB_REPOSITORY: REPOSITORY, GITHUB_SERVER_URL: 'https://github.com' };
  const said = lines.map((line) =>
    runLine(line, clone, {
      ...variables,
      // A token is asked for when something is really published, and not before.
      ...(publishing.includes(line)
        ? { npm_config_dry_run: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.invalid/' }
        : {}),
    }),
  );
  const version = tag.slice(1);
  if (!said.join('\n').includes(`+ kubestep@${version}`)) throw new Error(`npm has not taken it: ${said.at(-1)}`);
  const manifest = JSON.parse(readFileSync(join(clone, 'dist-package/package/package.json'), 'utf8'));
  // npm refuses a provenance of another place than the package names.
  if (manifest.repository?.url !== `git+https://github.com/${REPOSITORY}.git`)
    throw new Error(`the package says that it comes from ${manifest.repository?.url}`);
  return `${tag} is raised and tagged, the workflow's ${lines.length} lines pass in a clean clone of it, and npm, asked for a provenance, would publish ${version}; the provenance itself is the platform's; actionlint finds nothing`;
}

/** The next version, as a maintainer makes it in a clone; what is needed for that is there already. */
function tagged(root: string, clone: string): string {
  cleanClone(root, clone);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  appendFileSync(join(clone, '.git', 'info', 'exclude'), 'node_modules\n');
  runLine('npm run release -- minor --yes', clone, WHO);
  const changed = run('git', ['show', '--name-only', '--format=', 'HEAD'], clone).trim().split('\n');
  for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'docs/zh/changelog.md'])
    if (!changed.includes(name)) throw new Error(`a release leaves ${name} as it was`);
  return run('git', ['describe', '--tags', '--exact-match'], clone).trim();
}

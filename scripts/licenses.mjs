// Whose work is given away with ours, and under which licence: read from the packages themselves when something is built.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What packages bring that has another licence than they have, and where its words are. */
const INSIDE = {
  'monaco-editor': [
    {
      title: 'Codicons, the icons of the editor (CC-BY-4.0)',
      text: 'The font codicon.ttf: copyright Microsoft Corporation, from https://github.com/microsoft/vscode-codicons, licensed under\nthe Creative Commons Attribution 4.0 International License, https://creativecommons.org/licenses/by/4.0/. It is given away\nas it is.',
    },
    { title: 'What Monaco holds of others', file: 'ThirdPartyNotices.txt' },
  ],
};

/** Each package with its version, licence and the text of that, as Markdown; and what is inside of it that is somebody else's. */
export function licenseTexts(root, names) {
  return `# Licences of what is inside\n${names.map((name) => licenseOf(root, name)).join('')}`;
}

/** The section of one package. */
export function licenseOf(root, name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const body = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `\n## ${name} - ${version} (${license})\n${body}${noticesIn(root, name)}`;
}

/** What a package holds of others. */
export function noticesIn(root, name) {
  const notices = INSIDE[name] ?? [];
  return notices
    .map(({ title, text, file }) => {
      const path = file === undefined ? undefined : join(root, 'node_modules', name, file);
      if (path !== undefined && !existsSync(path))
        throw new Error(`${name} has no ${file} any more: say what it holds of others`);
      return `\n### ${title}\n\n${(path === undefined ? text : readFileSync(path, 'utf8')).trim()}\n`;
    })
    .join('');
}

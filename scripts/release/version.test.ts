import { expect, it } from 'vitest';
import { nextVersion, notesOf, releasedChangelog } from './version.ts';

it('raises a part of the version, or takes one that comes after', () => {
  expect(nextVersion('0.1.0', 'minor')).toBe('0.2.0');
  expect(nextVersion('1.4.7', 'major')).toBe('2.0.0');
  expect(nextVersion('1.4.7', 'patch')).toBe('1.4.8');
  expect(nextVersion('1.4.7', '1.10.0')).toBe('1.10.0');
  expect(nextVersion('1.4.7', '1.4.8-rc.1')).toBe('1.4.8-rc.1');
  expect(nextVersion('1.4.8-rc.1', '1.4.8')).toBe('1.4.8');
  expect(nextVersion('1.4.8', '1.4.8-rc.2')).toBe('1.4.8-rc.2 does not come after 1.4.8');
  expect(nextVersion('1.4.8', '1.4.8')).toBe('1.4.8 does not come after 1.4.8');
  expect(nextVersion('1.4.8', 'big')).toMatch(/^big is neither major, minor, patch nor a version/);
});

it('makes what is next a version with a day, and leaves the rest', () => {
  const text = '# Changelog\n\n## Next\n\n- This.\n\n## 0.1.0 - 2026-01-01\n\n- That.\n';
  const released = releasedChangelog(text, '0.2.0', '2026-02-03');
  expect(released).toBe(
    '# Changelog\n\n## Next\n\n## 0.2.0 - 2026-02-03\n\n- This.\n\n## 0.1.0 - 2026-01-01\n\n- That.\n',
  );
  expect(notesOf(released, '0.2.0')).toBe('- This.');
  expect(notesOf(released, '0.1.0')).toBe('- That.');
  expect(notesOf(released, '0.2')).toBeUndefined();
  expect(releasedChangelog(released, '0.3.0', '2026-02-04')).toMatch(/^!CHANGELOG.md says nothing under ## Next/);
  expect(releasedChangelog('# Changelog\n', '0.3.0', '2026-02-04')).toBe('!CHANGELOG.md has no ## Next');
  expect(releasedChangelog('# 更新日志\n', '0.3.0', '2026-02-04', 'zh.md')).toBe('!zh.md has no ## Next');
  expect(releasedChangelog('## Next\n\n- One.\n', '0.3.0', '2026-02-04')).toBe(
    '## Next\n\n## 0.3.0 - 2026-02-04\n\n- One.\n',
  );
});

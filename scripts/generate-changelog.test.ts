import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateChangelog } from './generate-changelog.mjs'

let folder: string

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'stationmaster-changelog-'))))
afterEach(() => rm(folder, { recursive: true }))

async function plant(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

describe('the changelog', () => {
  it('groups the entries by release and kind, the newest release first', async () => {
    await plant('changes/README.md', '# Changes\n')
    await plant('changes/map.md', 'Fixed: the map shows its scale.\n')
    await plant(
      'changes/cards.md',
      'Fixed: cards expire.\nAdded: cards have a type; see [cards](../docs/cards.md).\n',
    )
    await plant('changes/0.9.0/first.md', 'Added: a first screen.\n')
    await plant('changes/0.10.0/second.md', 'Removed: the first screen, see [why](../../docs/why.md).\n')
    expect(await generateChangelog({ base: folder })).toBe(true)
    const [first, ...rest] = (await readFile(join(folder, 'CHANGELOG.md'), 'utf8')).split('\n\n')
    expect(first).toContain('Generated')
    expect(rest).toEqual([
      '# Changelog',
      '## Unreleased',
      '### Added',
      '- Cards have a type; see [cards](docs/cards.md).',
      '### Fixed',
      '- Cards expire.\n- The map shows its scale.',
      '## 0.10.0',
      '### Removed',
      '- The first screen, see [why](docs/why.md).',
      '## 0.9.0',
      '### Added',
      '- A first screen.\n',
    ])
  })

  it('is written only if it is stale', async () => {
    await plant('changes/map.md', 'Fixed: the map shows its scale.\n')
    expect(await generateChangelog({ base: folder })).toBe(true)
    expect(await generateChangelog({ base: folder })).toBe(false)
    await plant('changes/cards.md', 'Fixed: cards expire.\n')
    expect(await generateChangelog({ base: folder })).toBe(true)
  })

  it.each(['- cards expire.', 'Improved: cards expire.', 'Fixed: cards expire', 'Fixed:'])(
    'rejects the entry "%s" with the name of its file',
    async (line) => {
      await plant('changes/cards.md', line)
      await expect(generateChangelog({ base: folder })).rejects.toThrow('changes/cards.md')
    },
  )
})

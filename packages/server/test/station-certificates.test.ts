import { randomUUID } from 'node:crypto'
import { RPCClient } from 'ocpp-rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedAuthorities, presentAuthority } from '../src/modules/certificates/authorities.ts'
import { noteRenewal } from '../src/modules/certificates/renewal-store.ts'
import { systemClock } from '../src/shared/clock.ts'
import { SecretBox } from '../src/shared/secret-box.ts'
import { freshDatabase } from './database.ts'
import { TestPki } from './pki.ts'
import { eventually } from './test-gateway.ts'
import { WholeServer } from './whole-server.ts'

const pki = new TestPki()
const root = pki.authority('Test root')
const ofServer = pki.issue(root, 'localhost')

let server: WholeServer
let tlsPort: number
beforeAll(async () => {
  ;({ server, tlsPort } = await WholeServer.openWithTls(ofServer))
})
afterAll(async () => {
  await server.close()
  pki.close()
})

interface Proof {
  password?: string
  cert?: string
  key?: string
}

/** A station of the library ocpp-rpc, which stores the certificate that it gets. */
async function connect(identity: string, { password, ...tls }: Proof) {
  const client = new RPCClient({
    endpoint: `wss://127.0.0.1:${tlsPort}/ocpp`,
    identity,
    protocols: ['ocpp1.6'],
    reconnect: false,
    ...(password !== undefined && { password }),
    wsOpts: { ca: root.certificate, ...tls },
  } as ConstructorParameters<typeof RPCClient>[0])
  const received: { chain: string | null; count: number } = { chain: null, count: 0 }
  client.handle('CertificateSigned', async ({ params }) => {
    received.chain = (params as { certificateChain: string }).certificateChain
    received.count++
    return { status: 'Accepted' }
  })
  /** Messages that the server has requested, and the roots that it has installed. */
  const asked: string[] = []
  client.handle('InstallCertificate', async () => {
    asked.push('root')
    return { status: 'Accepted' }
  })
  client.handle('ExtendedTriggerMessage', async ({ params }) => {
    asked.push((params as { requestedMessage: string }).requestedMessage)
    return { status: 'Accepted' }
  })
  await client.connect()
  return { client, received, asked }
}

const boot = { chargePointVendor: 'Acme', chargePointModel: 'One' }

async function booted(identity: string) {
  const { body } = await server.call<{ station: { id: string }; key: string }>('/charge_point/set', {
    id: null,
    identity,
  })
  const station = await connect(identity, { password: body.key })
  await station.client.call('BootNotification', boot)
  return { ...station, id: body.station.id }
}

const certificatesOf = (stationid: string) =>
  server.list<Record<'id' | 'state' | 'serial' | 'subject', string> & { lastused: string | null }>(
    '/charge_point/certificate/list',
    { filter: { stationid } },
  )

// Proves P18, H3
test('a station gets a certificate for its request and connects with it, until the certificate is revoked', async () => {
  const station = await booted('SIGNED')
  const { csr, key } = pki.request('SIGNED')
  expect(await station.client.call('SignCertificate', { csr })).toEqual({ status: 'Accepted' })
  const cert = await eventually(async () => station.received.chain)
  const [row] = await eventually(async () => {
    const rows = await certificatesOf(station.id)
    return rows[0]?.state === 'installed' && rows
  })
  expect(row).toMatchObject({ subject: 'O=Acme, CN=SIGNED' })
  await station.client.close()
  const certified = await connect('SIGNED', { cert, key })
  expect(await certified.client.call('BootNotification', boot)).toMatchObject({ status: 'Accepted' })
  const closed = new Promise((resolve) => certified.client.once('disconnect', resolve))
  const revoke = () =>
    server.call('/charge_point/certificate/revoke', { id: row!.id, reason: 'station was stolen' })
  expect((await revoke()).status).toBe(200)
  expect((await revoke()).body).toMatchObject({ error: { code: 'certificate.revoked' } })
  await closed
  await expect(connect('SIGNED', { cert, key })).rejects.toThrow('Unauthorized')
})

// Proves H3
test('a station is disconnected if its certificate was revoked while events could be missed', async () => {
  const station = await booted('MISSED')
  const { csr, key } = pki.request('MISSED')
  await station.client.call('SignCertificate', { csr })
  const cert = await eventually(async () => station.received.chain)
  await station.client.close()
  const { client } = await connect('MISSED', { cert, key })
  await client.call('Heartbeat', {})
  const { db } = server.fresh
  await db
    .updateTable('station_certificates')
    .set({ state: 'revoked' })
    .where('station_id', '=', station.id)
    .execute()
  const closed = new Promise((resolve) => client.once('disconnect', resolve))
  await server.app.bus.publish(db, [{ kind: 'bus.gap' }])
  await closed
})

// Proves H3
test('a certificate of a station is not accepted for the station with the same identity in another account', async () => {
  const station = await booted('TWIN')
  const { csr, key } = pki.request('TWIN')
  await station.client.call('SignCertificate', { csr })
  const cert = await eventually(async () => station.received.chain)
  await station.client.close()
  await (await connect('TWIN', { cert, key })).client.close()
  // the same identity, but another station
  await server.fresh.db
    .updateTable('station_certificates')
    .set({ station_id: (await booted('OTHER')).id })
    .where('station_id', '=', station.id)
    .execute()
  await expect(connect('TWIN', { cert, key })).rejects.toThrow('Unauthorized')
})

test('stations that request certificates at the same time get one each', async () => {
  const identities = Array.from({ length: 8 }, (_, place) => `FLEET-${place}`)
  const stations = await Promise.all(identities.map((identity) => booted(identity)))
  const requests = identities.map((identity) => pki.request(identity).csr)
  await Promise.all(
    stations.map(({ client }, place) => client.call('SignCertificate', { csr: requests[place]! })),
  )
  for (const { id } of stations)
    await expect.poll(async () => (await certificatesOf(id)).map(({ state }) => state)).toEqual(['installed'])
  const sent = await server.fresh.db
    .selectFrom('commands')
    .select('state')
    .where('action', '=', 'CertificateSigned')
    .where(
      'station_id',
      'in',
      stations.map(({ id }) => id),
    )
    .execute()
  expect(sent.map(({ state }) => state)).toEqual(identities.map(() => 'accepted'))
  expect(stations.map(({ received }) => received.count)).toEqual(identities.map(() => 1))
  await Promise.all(stations.map(({ client }) => client.close()))
})

/** Lets the station get its next certificate without waiting for a minute. */
const allowNext = (stationId: string) =>
  server.fresh.db
    .updateTable('station_certificates')
    .set({ issued_at: new Date(Date.now() - 120_000) })
    .where('station_id', '=', stationId)
    .execute()

/** Requests a certificate and waits until it is installed. */
async function certify(
  { client, received, id }: Pick<Booted, 'client' | 'received' | 'id'>,
  identity: string,
) {
  const { csr, key } = pki.request(identity)
  const count = received.count
  expect(await client.call('SignCertificate', { csr })).toEqual({ status: 'Accepted' })
  const cert = await eventually(async () => received.count > count && received.chain)
  await expect.poll(async () => (await certificatesOf(id))[0]?.state).toBe('installed')
  return { cert, key }
}
type Booted = Awaited<ReturnType<typeof booted>>

const securityOf = async (id: string) =>
  (
    await server.call<{ problem: string | null; tls: boolean; asked: string | null }>(
      '/charge_point/security/get',
      { id },
    )
  ).body

// Proves P20
test('the first connection with a renewed certificate retires the older one', async () => {
  const station = await booted('RENEWED')
  const old = await certify(station, 'RENEWED')
  await station.client.close()
  const first = await connect('RENEWED', old)
  await allowNext(station.id)
  const renewed = await certify({ ...first, id: station.id }, 'RENEWED')
  await first.client.close()
  // the station may not have activated the new one yet
  await (await connect('RENEWED', old)).client.close()
  await (await connect('RENEWED', renewed)).client.close()
  await expect
    .poll(async () =>
      (await certificatesOf(station.id)).map(({ state, lastused }) => [state, lastused !== null]),
    )
    .toEqual([
      ['installed', true],
      ['superseded', true],
    ])
  await expect(connect('RENEWED', old)).rejects.toThrow('Unauthorized')
})

// Proves P20
test('a certificate without an answer of the station counts as installed when the station connects with it', async () => {
  const station = await booted('UNANSWERED')
  const tls = await certify(station, 'UNANSWERED')
  await station.client.close()
  await server.fresh.db
    .updateTable('station_certificates')
    .set({ state: 'sent' })
    .where('station_id', '=', station.id)
    .execute()
  expect(await securityOf(station.id)).toMatchObject({ validuntil: null })
  await (await connect('UNANSWERED', tls)).client.close()
  await expect
    .poll(() => certificatesOf(station.id))
    .toMatchObject([{ state: 'installed', lastused: expect.any(String) }])
})

test('a station that has not answered CertificateSigned for a day is asked for a request again', async () => {
  const station = await booted('LOST')
  await certify(station, 'LOST')
  const { db } = server.fresh
  const installed = await db
    .updateTable('station_certificates')
    .set({
      issued_at: new Date(Date.now() - 3 * 86_400_000),
      valid_until: new Date(Date.now() + 44 * 86_400_000),
    })
    .where('station_id', '=', station.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const lost = {
    ...installed,
    issued_at: new Date(Date.now() - 23 * 3_600_000),
    id: randomUUID(),
    command_id: null,
    state: 'sent' as const,
    serial: `${installed.serial}0`,
    fingerprint: `${installed.fingerprint}0`,
    valid_until: new Date(Date.now() + 396 * 86_400_000),
  }
  await db.insertInto('station_certificates').values(lost).execute()
  await server.app.jobs.work('certificates.renew')
  expect(station.asked).toEqual([])
  await db
    .updateTable('station_certificates')
    .set({ issued_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', lost.id)
    .execute()
  await server.app.jobs.work('certificates.renew')
  await expect.poll(() => station.asked).toEqual(['SignChargePointCertificate'])
  await station.client.close()
})

// Proves L334
test('a station whose certificate ends within 45 days is asked for a request once a day; its refusal is shown', async () => {
  const station = await booted('ENDING')
  await certify(station, 'ENDING')
  const renew = () => server.app.jobs.work('certificates.renew')
  await renew()
  expect(station.asked).toEqual([])
  await server.fresh.db
    .updateTable('station_certificates')
    .set({ valid_until: new Date(Date.now() + 44 * 86_400_000) })
    .where('station_id', '=', station.id)
    .execute()
  // a certificate sooner than a minute after the last one would be refused
  await renew()
  expect(station.asked).toEqual([])
  await allowNext(station.id)
  await renew()
  await renew()
  await expect.poll(() => station.asked).toEqual(['SignChargePointCertificate'])
  await expect.poll(() => securityOf(station.id)).toMatchObject({ tls: true, problem: null })
  expect(await station.client.call('SignCertificate', { csr: pki.request('OTHER').csr })).toEqual({
    status: 'Rejected',
  })
  expect(await securityOf(station.id)).toMatchObject({ problem: 'identity' })
  const ask = () =>
    server.call('/command/send', {
      identities: ['ENDING'],
      action: 'ExtendedTriggerMessage',
      payload: { requestedMessage: 'SignChargePointCertificate' },
    })
  for (const [status, problem] of [
    ['Rejected', 'rejected'],
    ['NotImplemented', 'unsupported'],
  ]) {
    station.client.handle('ExtendedTriggerMessage', async () => ({ status }))
    await ask()
    await expect.poll(async () => (await securityOf(station.id)).problem).toBe(problem)
  }
  await certify(station, 'ENDING')
  expect((await securityOf(station.id)).problem).toBeNull()
  await station.client.close()
})

// Proves L312
test('requests that lead to no installed certificate do not remove the one that the station uses', async () => {
  const { client, id } = await booted('RETRIES')
  const { db } = server.fresh
  const states = async () => (await certificatesOf(id)).map(({ state }) => state)
  await client.call('SignCertificate', { csr: pki.request('RETRIES').csr })
  await expect.poll(states).toEqual(['installed'])
  const installed = await db
    .updateTable('station_certificates')
    .set({ issued_at: new Date(Date.now() - 7_200_000) })
    .where('station_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const later = Array.from({ length: 49 }, (_, place) => ({
    ...installed,
    id: randomUUID(),
    state: 'rejected' as const,
    serial: `${installed.serial}${place}`,
    fingerprint: `${installed.fingerprint}${place}`,
    issued_at: new Date(Date.now() - 3_600_000),
  }))
  await db.insertInto('station_certificates').values(later).execute()
  await client.call('SignCertificate', { csr: pki.request('RETRIES').csr })
  const rows = await db.selectFrom('station_certificates').select('id').where('station_id', '=', id).execute()
  expect(rows).toHaveLength(50)
  expect(rows).toContainEqual({ id: installed.id })
  await client.close()
})

test('a certificate whose command was cancelled before it was sent is sent again', async () => {
  const { client, id } = await booted('BUSY')
  const states = async () => (await certificatesOf(id)).map(({ state }) => state)
  let answer!: (status: { status: string }) => void
  const cleared = new Promise<{ status: string }>((resolve) => (answer = resolve))
  client.handle('ClearCache', () => cleared)
  await server.call('/command/send', { identities: ['BUSY'], action: 'ClearCache', payload: {} })
  await client.call('SignCertificate', { csr: pki.request('BUSY').csr })
  await expect.poll(states).toEqual(['sent'])
  const command = await server.fresh.db
    .selectFrom('commands')
    .select(['id', 'state'])
    .where('station_id', '=', id)
    .where('action', '=', 'CertificateSigned')
    .executeTakeFirstOrThrow()
  expect(command.state).toBe('queued')
  expect((await server.call('/command/cancel', { id: command.id })).status).toBe(200)
  expect(await states()).toEqual(['issued'])
  answer({ status: 'Accepted' })
  await server.app.jobs.work('certificates.send')
  await expect.poll(states).toEqual(['installed'])
  await client.close()
})

// Proves L312
test('requests with another identity, a weak key, a broken signature, and repeated ones are refused', async () => {
  const { client, id } = await booted('STRICT')
  const sign = (csr: string) => client.call('SignCertificate', { csr })
  const good = pki.request('STRICT').csr
  const lines = good.split('\n')
  const body = Buffer.from(lines.slice(1, -2).join(''), 'base64')
  body[body.length - 3]! ^= 1
  const broken = `${lines[0]}\n${body.toString('base64')}\n${lines.at(-2)}\n`
  const weak = pki.request('STRICT', 'rsa:1024').csr
  const curve = pki.request('STRICT', 'ec -pkeyopt ec_paramgen_curve:secp256k1').csr
  for (const csr of ['-----BEGIN', pki.request('OTHER').csr, weak, curve, broken])
    expect(await sign(csr)).toEqual({ status: 'Rejected' })
  expect(await certificatesOf(id)).toEqual([])
  expect(await sign(good)).toEqual({ status: 'Accepted' })
  expect(await sign(pki.request('STRICT').csr)).toEqual({ status: 'Rejected' })
  await client.close()
})

// Proves H1, H3
test('a station that is connected without a key gets no certificate, which would outlive the time without a key', async () => {
  const { body } = await server.call<{ station: { id: string } }>('/charge_point/set', {
    id: null,
    identity: 'KEYLESS',
  })
  const { id } = body.station
  const until = new Date(Date.now() + 3_600_000).toISOString()
  expect((await server.call('/charge_point/open', { id, until })).status).toBe(200)
  const { client } = await connect('KEYLESS', {})
  await client.call('BootNotification', boot)
  const { csr } = pki.request('KEYLESS')
  expect(await client.call('SignCertificate', { csr })).toEqual({ status: 'Rejected' })
  expect(await certificatesOf(id)).toEqual([])
  const security = await server.call('/charge_point/security/get', { id })
  expect(security.body).toMatchObject({ problem: 'no_key' })
  await client.close()
})

test('the key of the authority is stored encrypted', async () => {
  const rows = await server.fresh.db
    .selectFrom('certificate_authorities')
    .select(['common_name', 'key_encrypted'])
    .execute()
  expect(rows).toHaveLength(1)
  // the object identifier of elliptic curves, which every key in PKCS #8 contains
  expect(rows[0]!.key_encrypted.includes(Buffer.from('2a8648ce3d0201', 'hex'))).toBe(false)
})

// Proves L333
test('a new authority replaces the old one: both are accepted until the old one is retired', async () => {
  const station = await booted('ROTATED')
  const old = await certify(station, 'ROTATED')
  type Authority = Record<'id' | 'state', string> & Record<'certificates' | 'roots', number>
  const authorities = () => server.list<Authority>('/admin/authority/list')
  const former = (await authorities()).find(({ state }) => state === 'issuing')!
  // a request shortly before does not delay the new one
  await noteRenewal(
    server.fresh.db,
    { stationId: station.id, accountId: server.app.firstRun.account.id, problem: null },
    new Date(Date.now() - 1),
  )
  const { body: created } = await server.call<Authority>('/admin/authority/replace')
  expect(created).toMatchObject({ state: 'issuing', certificates: 0, roots: 0 })
  await allowNext(station.id)
  await server.app.jobs.work('certificates.renew')
  await expect.poll(() => station.asked).toEqual(['root', 'SignChargePointCertificate'])
  const renewed = await certify(station, 'ROTATED')
  await station.client.close()
  const stateOf = async ({ id }: { id: string }) => (await authorities()).find((one) => one.id === id)!
  // stations of other tests may have it, too
  const { certificates, roots } = await stateOf(created)
  expect(Math.min(certificates, roots)).toBeGreaterThanOrEqual(1)
  await (await connect('ROTATED', old)).client.close()
  const { client } = await eventually(() => connect('ROTATED', renewed).catch(() => null))
  const retire = (id: string, force = false) => server.call('/admin/authority/retire', { id, force })
  expect((await retire(created.id)).body).toMatchObject({ error: { code: 'certificate.authority_in_use' } })
  expect((await retire(former.id)).body).toMatchObject({ error: { code: 'certificate.authority_used' } })
  expect((await retire(former.id, true)).body).toMatchObject({ state: 'retired' })
  await client.close()
  await (await connect('ROTATED', renewed)).client.close()
  for (let accepted = 1; accepted < 5; accepted++)
    expect((await server.call('/admin/authority/replace')).status).toBe(200)
  expect((await server.call('/admin/authority/replace')).body).toMatchObject({
    error: { code: 'certificate.authority_limit' },
  })
})

test('processes create one authority at the same time, and one more with another SECRET_KEY', async () => {
  const { db, dataDir, close } = await freshDatabase()
  const [deps, other] = ['one', 'another'].map((key) => ({
    db,
    clock: systemClock,
    secrets: new SecretBox(`${key} key of at least 32 characters`, dataDir),
  }))
  const idOf = async (one = deps!) => (await presentAuthority(one)).id
  const ids = await Promise.all([idOf(), idOf(), idOf(), idOf()])
  expect(new Set(ids).size).toBe(1)
  const newer = await idOf(other)
  expect([await idOf(), await idOf(other)]).toEqual([ids[0], newer])
  expect(await acceptedAuthorities(deps!)).toHaveLength(2)
  await close()
})

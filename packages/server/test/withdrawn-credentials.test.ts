import { afterAll, beforeAll, expect, test } from 'vitest'
import { stationAuthentication } from '../src/modules/stations/index.ts'
import type { Credentials } from '../src/shared/admission.ts'
import { newId } from '../src/shared/ids.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open()))
afterAll(() => testGateway.close())

const fingerprint = 'ab'.repeat(32)

/** Stores a certificate that this server has issued to a station. */
async function addCertificate(station: TestStation): Promise<void> {
  const { db } = testGateway.fresh
  const authority = newId()
  const [now, later] = [new Date(), new Date(Date.now() + 86_400_000)]
  await db.deleteFrom('station_certificates').execute()
  await db
    .insertInto('certificate_authorities')
    .values({
      id: authority,
      common_name: 'authority',
      certificate: '',
      key_encrypted: Buffer.alloc(1),
      created_at: now,
      expires_at: later,
    })
    .execute()
  await db
    .insertInto('station_certificates')
    .values({
      id: newId(),
      account_id: testGateway.accountId,
      station_id: station.id,
      authority_id: authority,
      state: 'installed',
      serial: newId(),
      fingerprint,
      subject: '',
      issuer: '',
      certificate: '',
      valid_from: now,
      valid_until: later,
      issued_at: now,
    })
    .execute()
}

const update = (text: string, station: TestStation) => testGateway.fresh.pool.query(text, [station.id])
const withKey = ({ identity, key }: TestStation): Partial<Credentials> => ({
  basic: { user: identity, key: Buffer.from(key) },
})
const withCertificate = ({ identity }: TestStation): Partial<Credentials> => ({
  certificate: { commonName: identity, fingerprint, isOwn: true, problem: null },
})
const revoke = "update station_certificates set state = 'revoked' where station_id = $1"
const rename = "update stations set identity = identity || '-new' where id = $1"

// Proves H1, H3
test.each<[string, (station: TestStation) => Partial<Credentials>, string]>([
  ['its key was retired', withKey, 'update station_keys set retired_at = now() where station_id = $1'],
  ['its identity was changed', withKey, rename],
  ['it was disabled', withKey, "update stations set state = 'disabled' where id = $1"],
  ['its certificate was revoked', withCertificate, revoke],
  ['it needs a key again', () => ({}), "update stations set auth_mode = 'key' where id = $1"],
])('a station is not registered if %s after the check of its credentials', async (_, proof, change) => {
  const { fresh } = testGateway
  const authentication = stationAuthentication({
    pool: fresh.pool,
    processName: 'another process',
    wire: { channel: 'unused', pack: () => [] },
  })
  const station = await testGateway.addStation()
  await addCertificate(station)
  await update(
    "update stations set auth_mode = 'open', open_until = now() + interval '1 day' where id = $1",
    station,
  )
  const credentials = {
    accountCode: null,
    identity: station.identity,
    basic: null,
    isEncrypted: true,
    certificate: null,
    ...proof(station),
  }
  const register = async () => {
    const admission = await authentication.admit(credentials, new Date())
    if ('refused' in admission) throw new Error(admission.refused)
    return () => authentication.register({ ...admission, address: '', protocol: 'ocpp1.6' })
  }
  expect(await (await register())()).not.toBeNull()
  const late = await register()
  await update(change, station)
  expect(await late()).toBeNull()
})

// Proves H3
test('a station is disconnected if its identity was changed while the gateway received no events', async () => {
  const { station, socket } = await testGateway.booted()
  const { gateway } = testGateway.side
  await gateway.refreshAll()
  expect(socket.closed).toBeNull()
  await update(rename, station)
  await gateway.refreshAll()
  await socket.until(() => socket.closed)
})

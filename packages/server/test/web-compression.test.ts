import { gzipSync } from 'node:zlib'
import { request } from 'node:http'
import {
  cardList,
  cardSet,
  isCompressed,
  signIn,
  stationKey,
  stationSet,
  token,
  totpBegin,
  totpConfirm,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  for (let number = 1; number <= 60; number += 1)
    await server.request(
      cardSet,
      { id: null, code: `CARD-${number}`, description: `Card number ${number}` },
      admin,
    )
})
afterAll(() => server.close())

/** Returns status, headers and bytes of a response as they were sent. */
const raw = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  new Promise<{ status?: number; headers: Record<string, unknown>; bytes: number }>((resolve, reject) => {
    const sent = request(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}`, ...headers },
    })
    sent.on('error', reject).on('response', (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => (bytes += part.length))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes }))
    })
    sent.end(body)
  })
const gzip = { 'accept-encoding': 'gzip, deflate, br' }

test('a long list is compressed for a caller that accepts it', async () => {
  const path = addressOf(cardList)
  const plain = await raw(path, '{}')
  const compressed = await raw(path, '{}', gzip)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' })
  expect(compressed.headers.vary).toContain('accept-encoding')
  expect(compressed.bytes).toBeLessThan(plain.bytes / 5)
})

test('a CSV file is compressed while it is streamed', async () => {
  const path = `${addressOf(cardList)}?format=csv`
  const { body } = await server.post(addressOf(cardList).concat('?format=csv'), {}, admin.token)
  expect(String(body).split('\r\n').filter(Boolean)).toHaveLength(61)
  const plain = await raw(path, '{}')
  const compressed = await raw(path, '{}', gzip)
  expect(compressed.headers['content-encoding']).toBe('gzip')
  expect(compressed.bytes).toBeLessThan(plain.bytes / 3)
})

test('XLSX is not compressed a second time', async () => {
  const { status, headers } = await raw(`${addressOf(cardList)}?format=xlsx`, '{}', gzip)
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('spreadsheetml')
  expect(headers['content-encoding']).toBeUndefined()
})

test('a short response is not compressed', async () => {
  const { headers } = await raw(addressOf(cardList), '{"reclimit":1,"fields":["id"]}', gzip)
  expect(headers['content-encoding']).toBeUndefined()
})

test('responses with tokens and keys are never compressed', () => {
  for (const row of [token, signIn, stationKey, stationSet, totpBegin, totpConfirm])
    expect(isCompressed(row), row.path).toBe(false)
})

test('a compressed body of a request is not decompressed', async () => {
  const { status } = await raw(addressOf(cardList), gzipSync('{}'), { 'content-encoding': 'gzip' })
  expect(status).toBe(400)
})

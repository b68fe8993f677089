import { expect, test } from 'vitest'
import { arePushKeys, encryptPush, maxPushBytes } from './push-encryption.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** Values of RFC 8291, appendix A. */
const example = {
  plain: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('encrypts the example of RFC 8291', () => {
  const keys = { p256dh: bytes(example.p256dh), auth: bytes(example.auth) }
  const random = { privateKey: bytes(example.privateKey), salt: bytes(example.salt) }
  expect(encryptPush(Buffer.from(example.plain), keys, random).toString('base64url')).toBe(example.message)
})

test('uses another key and salt for each message, and fills at most one record', () => {
  const keys = { p256dh: bytes(example.p256dh), auth: bytes(example.auth) }
  const plain = Buffer.alloc(maxPushBytes, 'x')
  const [first, second] = [encryptPush(plain, keys), encryptPush(plain, keys)]
  expect(first.length).toBe(4_096)
  expect(first.subarray(0, 16)).not.toEqual(second.subarray(0, 16))
  expect(first.subarray(21, 86)).not.toEqual(second.subarray(21, 86))
})

test.each([
  ['a point that is not on the curve', { p256dh: Buffer.alloc(65, 4), auth: Buffer.alloc(16) }],
  ['a short key', { p256dh: bytes(example.p256dh).subarray(0, 64), auth: Buffer.alloc(16) }],
  ['a short secret', { p256dh: bytes(example.p256dh), auth: Buffer.alloc(15) }],
])('rejects %s', (_, keys) => expect(arePushKeys(keys)).toBe(false))

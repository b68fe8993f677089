import { expect, test } from 'vitest'
import { openPlacesOf, pagePolicy, scriptPolicy } from './security-headers.ts'

const map = { style: null, raster: null, attribution: null }

// Proves A10
test('the policy allows inline scripts and styles only with the nonce', () => {
  const policy = pagePolicy('abc', { connect: [], images: [] })
  expect(policy).toContain("script-src 'self' 'nonce-abc'")
  expect(policy).not.toMatch(/unsafe|\*/)
})

test('the policy allows the origin of an external map, and no other', () => {
  const places = openPlacesOf({
    apiDomain: 'https://api.example.org',
    ocppApiDomain: '',
    map: { ...map, raster: 'https://{a-c}.tiles.example.org/{z}/{x}/{y}.png' },
  })
  expect(places.images).toEqual(['https://*.tiles.example.org'])
  expect(places.connect).toEqual([
    'https://api.example.org',
    'wss://api.example.org',
    'https://*.tiles.example.org',
  ])
})

test('a script that runs as a worker may fetch tiles of this server and of the external map, and nothing else', () => {
  const policy = scriptPolicy({ connect: ['https://tiles.example.org'], images: [] })
  expect(policy).toBe(
    "default-src 'none'; connect-src 'self' https://tiles.example.org; frame-ancestors 'none'",
  )
})

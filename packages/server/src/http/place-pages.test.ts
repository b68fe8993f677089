import { expect, test } from 'vitest'
import { newId } from '../shared/ids.ts'
import { maxPages, maxSitemap, placePages } from './place-pages.ts'
import type { WebCall } from './web-call.ts'

const reply = { status: 200, headers: {}, body: '' }
const callOf = (id: string) => ({ params: { id }, query: {}, header: () => undefined }) as unknown as WebCall
const closed = {
  console: { folder: '', answer: () => reply, pageWith: () => reply, docs: () => reply },
  clock: { now: () => new Date(0), monotonicMs: () => 0 },
  origin: () => 'https://charging.example.org',
  isOpen: true,
}

// Proves L304
test('pages beyond the limit replace those that were rendered first', async () => {
  const rendered: string[] = []
  const render = async (id: string) => {
    rendered.push(id)
    return { language: 'en', title: '', head: '', body: '' }
  }
  const { page } = placePages({ ...closed, ids: async () => [], render })
  const ids = Array.from({ length: maxPages + 1 }, () => newId())
  const [first, last] = [ids[0]!, ids.at(-1)!]
  for (const id of [...ids, last, first]) await page(callOf(id))
  expect(maxPages).toBe(500)
  expect(rendered).toEqual([...ids, first])
})

// Proves L306
test('the sitemap asks for a limited number of places', async () => {
  const asked: number[] = []
  const ids = async (most: number) => {
    asked.push(most)
    return [newId()]
  }
  const { sitemap } = placePages({ ...closed, ids, render: async () => null })
  for (let n = 0; n < 2; n++) await sitemap(callOf(''))
  expect(asked).toEqual([maxSitemap])
  expect(maxSitemap).toBe(10_000)
})

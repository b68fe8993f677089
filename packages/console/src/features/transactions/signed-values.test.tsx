import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { GuestSignedValues, SignedValues } from './signed-values.tsx'

const secret = 's'.repeat(32)
/** As many as a station can store for a session. */
const stored = Array.from({ length: 1_100 }, (_, n) => ({
  id: String(n),
  context: n === 1_099 ? 'Transaction.End' : 'Sample.Periodic',
  value: `OCMF|{"PG":"T${n}"}|{"SD":"30"}`,
  publickey: null,
}))

let files: Blob[]
let requests: { path: string; body: { secret?: string; reclimit?: number } }[]
beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  files = []
  requests = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const body = JSON.parse(request.body) as (typeof requests)[number]['body']
    requests.push({ path, body })
    const answer = path.endsWith('/guest/charge/signed/get')
      ? { number: 7, values: stored.slice(0, 2) }
      : stored.slice(0, body.reclimit ?? 500)
    return Promise.resolve(Response.json(answer))
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function saved(): Promise<string> {
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  await waitFor(() => expect(files).toHaveLength(1))
  return files[0]!.text()
}

it('writes all values of a long session, with the one at its end', async () => {
  await show(<SignedValues number={7} />, { texts: ['transactions'] })
  await screen.findByText(/^1,100 values, /)
  expect(await saved()).toContain('context="Transaction.End"')
})

it('reads the values of a guest by the secret of the link, once they are wanted', async () => {
  await show(<GuestSignedValues count={2} secret={secret} />, { texts: ['transactions'] })
  await screen.findByText(/^2 values, /)
  expect(requests).toEqual([])
  const text = await saved()
  expect(text.match(/<signedData/g)).toHaveLength(2)
  expect(text).toContain('transactionId="7"')
  expect(requests).toMatchObject([{ path: '/api/v1/guest/charge/signed/get', body: { secret } }])
})

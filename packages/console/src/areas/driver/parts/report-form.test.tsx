import { photoMaxBytes } from '@stationmaster/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { storeToken } from '../../../lib/token.ts'
import { ReportForm } from './report-form.tsx'

it('says why a report is refused, also after a picture that is too large was chosen', async () => {
  storeToken({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, session: 's' })
  const error = { code: 'driver.reports_too_many', message: 'You have sent 5 reports within an hour.' }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ error }), { status: 429 })))
  await show(<ReportForm where={{ connector: 'c' }} onSent={() => {}} />, {
    texts: ['driver', 'problem-reports'],
  })
  const large = new File([new Uint8Array(photoMaxBytes + 1)], 'large.jpg')
  fireEvent.change(screen.getByLabelText('Add photo'), { target: { files: [large] } })
  expect(screen.getByRole('alert').textContent).toContain('5 MiB')
  fireEvent.click(screen.getAllByRole('radio')[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
  await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('5 reports within an hour')
  vi.unstubAllGlobals()
})

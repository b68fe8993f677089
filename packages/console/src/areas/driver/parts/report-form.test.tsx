import { photoMaxBytes } from '@stationmaster/contract'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { storeToken } from '../../../lib/token.ts'
import { ReportForm } from './report-form.tsx'

beforeEach(() => storeToken({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, session: 's' }))
afterEach(() => vi.unstubAllGlobals())

it('says why a report is refused, also after a picture that is too large was chosen', async () => {
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
})

it('cannot change a report that is stored if a photo fails, and does not send it again', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path)
    return Promise.resolve(Response.json({}))
  })
  const onSent = vi.fn()
  await show(<ReportForm where={{ connector: 'c' }} onSent={onSent} />, {
    texts: ['driver', 'problem-reports'],
  })
  // an empty file cannot be read either
  const photo = new File([], 'cable.jpg')
  fireEvent.change(screen.getByLabelText('Add photo'), { target: { files: [photo] } })
  fireEvent.click(screen.getAllByRole('radio')[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
  const again = await screen.findByRole('button', { name: 'Send the photos again' })
  expect(screen.getByRole('alert').textContent).toBe(
    'Your report has been sent, but not all of its photos. cable.jpg could not be read. Choose it again.',
  )
  const fields = [screen.getByRole('textbox'), ...screen.getAllByRole('radio')]
  expect(fields.filter((one) => !one.closest('fieldset[disabled]'))).toEqual([])
  fireEvent.click(again)
  // absent while the photo is being sent
  await vi.waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Continue without the photos' }))
    expect(onSent).toHaveBeenCalledOnce()
  })
  expect(sent).toEqual(['/api/v1/driver/report/send'])
})

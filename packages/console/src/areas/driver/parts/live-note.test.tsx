import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { LiveNote } from './live-note.tsx'

const at = (hour: number, minute: number) => {
  const time = new Date()
  time.setHours(hour, minute, 0, 0)
  return time.toISOString()
}

it.each([
  [at(17, 40), /^As of 17:05:00 · Ends about 17:40$/],
  [null, /^As of 17:05:00$/],
  [undefined, /^As of 17:05:00$/],
])('shows the end %s behind the time of the values', async (ends, text) => {
  await show(<LiveNote readingsAt={at(17, 5)} ends={ends} />, { texts: ['driver'] })
  expect(screen.getByText(text)).toBeTruthy()
})

it('shows the end of a limited time before the station has sent values', async () => {
  await show(<LiveNote readingsAt={null} ends={at(17, 40)} />, { texts: ['driver'] })
  expect(screen.getByText(/not sent values yet\. Ends about 17:40$/)).toBeTruthy()
})

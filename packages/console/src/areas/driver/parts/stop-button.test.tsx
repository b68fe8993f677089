import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { StopButton } from './stop-button.tsx'

const button = (name: string) => screen.getByRole('button', { name })

it('moves the focus to the button that keeps the session, and announces that the station stops', async () => {
  await show(<StopButton request={() => Promise.resolve({ result: 'confirmed' as const })} />, {
    texts: ['driver'],
  })
  // it is in the page before its text
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  fireEvent.click(button('Stop charging'))
  expect(document.activeElement).toBe(button('Keep charging'))
  fireEvent.click(button('Stop now'))
  expect(screen.getByRole('status')).toBe(status)
  expect(status.textContent).toBe('The station is stopping.')
  expect(screen.queryByRole('button')).toBeNull()
})
